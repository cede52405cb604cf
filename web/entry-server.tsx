import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { Site } from '#contract/site.ts';
import { App } from './app.tsx';
import { asAppError, type Caller } from './data/call.ts';
import { refusalOf } from './data/failures.ts';
import { setFirstChoices } from './data/first-choices.ts';
import type { Head } from './data/head.ts';
import type { Location, View } from './data/location.tsx';
import { headOf, type PageArgs } from './data/page.ts';
import { makeQueryClient } from './data/query.ts';
import { setUserIn } from './data/session.ts';
import { type PageAssets, type PageState, renderDocument } from './document.ts';
import { type Opened, openScreen, screensFor } from './routes.tsx';
import { titleOfError } from './shell/error-page.tsx';

export interface RenderInput {
  /** Path and query. */
  url: string;
  /** Reaches the API in process, as the person who asks. */
  call: Caller;
  user: CurrentUser | null;
  site: Site;
  nonce: string;
  theme: 'light' | 'dark' | null;
  /** Of `drawnChoices`, what is switched on on the device. */
  choices: readonly string[];
  /** The built files for a page module; undefined for the entry alone. */
  assetsOf: (file: string | undefined) => PageAssets;
}

export interface Rendered {
  status: number;
  html: string;
  redirect?: string;
  /** What a page failed with on our side, for the log. */
  fault?: unknown;
}

const visitorScreens = screensFor(false);
const memberScreens = screensFor(true);

/** What the document is called, and what it says of itself. */
function headFor({ view, page }: Opened, args: Omit<PageArgs, 'params'>, queries: QueryClient): Head {
  if (view.error !== undefined) return { title: titleOfError(asAppError(view.error)), noindex: true };
  return page ? headOf(page, { ...args, params: view.params }, queries) : { title: args.site.brandName };
}

/** An error as data; asAppError turns it back in the browser. What broke inside a server stays there. */
function plainError(error: unknown): PageState['error'] {
  if (error === undefined) return null;
  const { code, message } = refusalOf(error);
  return { code, message };
}

/** A page as a string, with the status it deserves; or where to go instead. */
export async function render(input: RenderInput): Promise<Rendered> {
  const { url: address, call, user, site } = input;
  const queries = makeQueryClient(call);
  setUserIn(queries, user);
  setFirstChoices(queries, input.choices);
  const url = new URL(address, site.publicUrl);
  const location: Location = { pathname: url.pathname, search: url.search, hash: '', key: 'first' };
  const opened = await openScreen(user ? memberScreens : visitorScreens, { queries, site }, location);
  if ('redirect' in opened) return { status: opened.status, html: '', redirect: opened.redirect };

  const failed = opened.view.error === undefined ? undefined : asAppError(opened.view.error);
  let fault: unknown = failed && failed.status >= 500 ? opened.view.error : undefined;
  const draw = (view: View) => renderToString(<App queries={queries} site={site} first={view} router={null} />);
  let body: string;
  try {
    body = draw(opened.view);
  } catch (broken) {
    // A component broke: the page of the error instead, in the same frame.
    fault = broken;
    opened.view = { ...opened.view, error: appError('internal') };
    body = draw(opened.view);
  }
  const html = renderDocument({
    head: headFor(opened, { url, user, site }, queries),
    site,
    path: url.pathname,
    theme: input.theme,
    nonce: input.nonce,
    assets: input.assetsOf(opened.screen?.file),
    body,
    state: {
      site,
      queries: queries
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.status === 'success')
        .map(({ queryKey, state }) => [queryKey as [string, unknown], state.data]),
      error: plainError(opened.view.error),
    },
  });
  return { status: fault ? (failed?.status ?? 500) : (failed?.status ?? 200), html, fault };
}
