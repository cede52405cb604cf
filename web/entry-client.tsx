import './styles/app.css';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from './app.tsx';
import { asAppError } from './data/call.ts';
import { applyHead } from './data/head.ts';
import { appContext, headOf } from './data/page.ts';
import { makeQueryClient } from './data/query.ts';
import { userIn } from './data/session.ts';
import type { PageState } from './document.ts';
import { makeRoutes, pageOf } from './routes.tsx';
import { setRouter } from './ui/navigation.ts';

/** Loads the code of the routes at an address, so that the first render finds it there. */
async function loadRoutes(routes: RouteObject[], path: string): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, path) ?? []).map(async ({ route }) => {
      const { lazy } = route;
      if (typeof lazy !== 'function') return;
      const loaded = await lazy();
      // Kept on the route only for the first page; the router loads the others by itself.
      Object.assign(route, loaded, { lazy: undefined });
    }),
  );
}

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
  const queries = makeQueryClient();
  for (const [key, data] of state.queries) queries.setQueryData(key, data);
  const routes = makeRoutes(userIn(queries) !== null);
  await loadRoutes(routes, location.pathname);

  const errors = state.errors && mapValues(state.errors, asAppError);
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, errors },
    getContext: () => new RouterContextProvider(new Map([[appContext, { queries, site: state.site }]])),
  });
  setRouter(router, (path) => {
    for (const { route } of matchRoutes(router.routes as RouteObject[], path.split('?')[0] ?? path) ?? []) {
      // A failure shows when somebody really goes there.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  });

  const showHead = () => {
    const { location: at, matches, errors: failed } = router.state;
    const match = matches.at(-1);
    const page = pageOf(match?.route.handle);
    const url = new URL(at.pathname + at.search, location.origin);
    if (failed) applyHead({ title: 'Page Not Found', noindex: true }, state.site);
    else if (page && match) {
      applyHead(
        headOf(page, { params: match.params, url, user: userIn(queries), site: state.site }, queries),
        state.site,
      );
    }
  };
  let shown = router.state.location.key;
  router.subscribe(({ navigation, location: at }) => {
    if (navigation.state !== 'idle' || at.key === shown) return;
    shown = at.key;
    showHead();
  });
  // What a page is called may be known only after it is shown.
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && router.state.navigation.state === 'idle')
      showHead();
  });

  hydrateRoot(
    document.getElementById('app') as HTMLElement,
    <App queries={queries} site={state.site}>
      <RouterProvider router={router} />
    </App>,
  );
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

void start();
