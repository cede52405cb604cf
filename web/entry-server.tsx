import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { Site } from '#contract/site.ts';
import { App } from './app.tsx';
import { asAppError, type Caller } from './data/call.ts';
import type { Head } from './data/head.ts';
import { appContext, headOf, type PageArgs } from './data/page.ts';
import { makeQueryClient } from './data/query.ts';
import { setUserIn } from './data/session.ts';
import { type PageAssets, renderDocument } from './document.ts';
import { makeRoutes, matchedRoutes, pageOf, type RouteHandle } from './routes.tsx';
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

const visitorHandler = createStaticHandler(makeRoutes(false));
const memberHandler = createStaticHandler(makeRoutes(true));

/** A page as a string, with the status it deserves; or where to go instead. */
export async function render(input: RenderInput): Promise<Rendered> {
  const { url, call, user, site } = input;
  const queries = makeQueryClient(call);
  setUserIn(queries, user);
  const handler = user ? memberHandler : visitorHandler;
  const requestContext = new RouterContextProvider(new Map([[appContext, { queries, site }]]));
  const context = await handler.query(new Request(new URL(url, site.publicUrl)), { requestContext });
  if (context instanceof Response) {
    return { status: context.status, html: '', redirect: context.headers.get('location') ?? '/' };
  }
  const error = Object.values(context.errors ?? {})[0];
  const failed = error === undefined ? undefined : asAppError(error);
  const match = context.matches.at(-1);
  const handle = match?.route.handle as RouteHandle | undefined;
  const page = pageOf(handle);
  const args: PageArgs = { params: match?.params ?? {}, url: new URL(url, site.publicUrl), user, site };
  let head: Head = { title: site.brandName };
  if (failed) head = { title: titleOfError(failed), noindex: true };
  else if (page) head = headOf(page, args, queries);

  let fault: unknown = failed && failed.status >= 500 ? error : undefined;
  const draw = () => (
    <App queries={queries} site={site}>
      <StaticRouterProvider
        router={createStaticRouter(matchedRoutes(context), context)}
        context={context}
        hydrate={false}
      />
    </App>
  );
  let body: string;
  try {
    body = renderToString(draw());
  } catch (broken) {
    // A component broke: the page of the error instead, in the same frame where that is possible.
    fault = broken;
    context.errors = { [match?.route.id ?? 'root']: appError('internal') };
    head = { title: titleOfError(appError('internal')), noindex: true };
    body = renderToString(draw());
  }
  const html = renderDocument({
    head,
    site,
    path: args.url.pathname,
    theme: input.theme,
    nonce: input.nonce,
    assets: input.assetsOf(handle?.file),
    body,
    state: {
      site,
      queries: queries
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.status === 'success')
        .map(({ queryKey, state }) => [queryKey as [string, unknown], state.data]),
      loaderData: context.loaderData,
      errors: plainErrors(context),
    },
  });
  return { status: fault ? (failed?.status ?? 500) : (failed?.status ?? 200), html, fault };
}

/** Errors as data; asAppError turns them back in the browser. What broke inside a server stays there. */
function plainErrors({ errors }: StaticHandlerContext) {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([route, error]) => {
      const { code, message } = asAppError(error);
      return [route, { code, message }];
    }),
  );
}
