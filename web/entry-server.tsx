import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { AppError } from '#contract/app-error.ts';
import { localized } from '#contract/language/localized-path.ts';
import { verbatim } from '#contract/language/text.ts';
import type { PageRenderer } from '#contract/page-renderer.ts';
import { referenceOf } from '#contract/values/ids.ts';
import { App } from './app.tsx';
import { asAppError } from './data/call.ts';
import { refusalOf } from './data/failures.ts';
import type { Head } from './data/head.ts';
import type { Location, View } from './data/location.tsx';
import { normalizePath, pathOf } from './data/normalize-path.ts';
import { headOf, type PageArgs } from './data/page.ts';
import { cachedQueries, makeQueryClient } from './data/query.ts';
import { setServerDeviceChoices } from './data/server-device-choices.ts';
import { setUserIn } from './data/session.ts';
import { languageFiles, type PageState, renderDocument } from './document.ts';
import { filesOf, type Opened, openRoute, routesFor } from './routes.tsx';
import { titleOfError } from './shell/error-page.tsx';
import { partsLoaded } from './ui/hydration/server-part.tsx';

export { setLanguage } from '#contract/language/text.ts';
export { renderShared } from './shared-document.tsx';

const visitorRoutes = routesFor(false);
const memberRoutes = routesFor(true);

/** The title and metadata of the document. */
function headFor({ view, page }: Opened, args: Omit<PageArgs, 'params'>, queries: QueryClient): Head {
  if (view.error !== undefined) return { title: titleOfError(asAppError(view.error)), noindex: true };
  return page ? headOf(page, { ...args, params: view.params }, queries) : { title: verbatim(args.site.brandName) };
}

/** An error as data; `asAppError` restores it in the browser. Details of server-side failures, except the reference, stay on the server. */
function plainError(error: unknown): PageState['error'] {
  if (error === undefined) return null;
  const { code, message, details } = refusalOf(error);
  return { code, message, details: { reference: details.reference } };
}

/** The error that a page for a failure on the server's side shows, with the reference of the request. */
function withReference(error: unknown, requestId: string): AppError {
  const { code, message, details } = refusalOf(error);
  return new AppError(code, { ...details, message, reference: referenceOf(requestId) });
}

/** Renders a page to HTML with its status, or returns a redirect. `fault` is the error to log for a 5xx page. */
export const render: PageRenderer['render'] = async (input) => {
  const { url: requestedUrl, call, user, site } = input;
  const queries = makeQueryClient(call);
  setUserIn(queries, user);
  setServerDeviceChoices(queries, input.choices);
  const url = new URL(normalizePath(requestedUrl), site.publicUrl);
  const location: Location = { pathname: url.pathname, search: url.search, hash: '', key: 'first' };
  const opened = await openRoute(
    user ? memberRoutes : visitorRoutes,
    { queries, site },
    location,
    pathOf(requestedUrl),
  );
  if ('redirect' in opened) {
    const { redirect, status, ownLanguage } = opened;
    return { status, html: '', script: '', redirect: ownLanguage ? redirect : localized(redirect) };
  }

  const failed = opened.view.error === undefined ? undefined : asAppError(opened.view.error);
  let fault: unknown = failed && failed.status >= 500 ? opened.view.error : undefined;
  if (fault) opened.view = { ...opened.view, error: withReference(fault, input.requestId) };
  await partsLoaded();
  const renderView = (view: View) => renderToString(<App queries={queries} site={site} first={view} router={null} />);
  let body: string;
  try {
    body = renderView(opened.view);
  } catch (broken) {
    // A component threw while rendering: show the error page in the same frame.
    fault = broken;
    opened.view = { ...opened.view, error: withReference(undefined, input.requestId) };
    body = renderView(opened.view);
  }
  const files = filesOf(opened);
  const { html, script } = renderDocument({
    head: headFor(opened, { url, user, site }, queries),
    site,
    path: url.pathname,
    theme: input.theme,
    nonce: input.nonce,
    assets: input.assetsOf([...files, ...languageFiles()]),
    files,
    body,
    state: {
      site,
      queries: cachedQueries(queries),
      error: plainError(opened.view.error),
    },
  });
  return { status: fault ? (failed?.status ?? 500) : (failed?.status ?? 200), html, script, fault };
};
