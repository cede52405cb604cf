import './styles/app.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { asAppError, unreachable } from './data/call.ts';
import { keepFresh } from './data/freshness.ts';
import { type Head, titleOf } from './data/head.ts';
import type { Location, View } from './data/location.tsx';
import { logFailure } from './data/log.ts';
import { bestMatch } from './data/match-path.ts';
import { headOf, type Page } from './data/page.ts';
import { makeQueryClient } from './data/query.ts';
import { startRouter } from './data/router.ts';
import { refetchAsVisitor, setUserIn, userIn } from './data/session.ts';
import { onSessionEnd } from './data/session-end.ts';
import { beforeSignOut } from './data/sign-out.ts';
import type { PageState } from './document.ts';
import { loadFrame, loadRoute, openRoute, type Route, RouteLoadError, routesFor } from './routes.tsx';
import { titleOfError } from './shell/error-page.tsx';
import { hideInputMethodKeys } from './ui/input-method.ts';
import { setNavigator } from './ui/navigation.ts';

/** The view that the server rendered. Loads the page's code first, so that hydration finds it. */
async function firstView(routes: Route[], state: PageState): Promise<View> {
  const { pathname, search, hash } = window.location;
  // Browsers do not send the hash to the server. The first location has the same fixed key as in the server's render.
  const location: Location = { pathname, search, hash, key: 'first' };
  const match = bestMatch(routes, pathname);
  const error = state.error ? asAppError(state.error) : undefined;
  if (!match) return { location, params: {}, Frame: await loadFrame(), error };
  const { entry, params } = match;
  const [{ Component }, Frame] = await Promise.all([loadRoute(entry), entry.framed ? loadFrame() : undefined]);
  return { location, params, Frame, Component, error };
}

/** Loads a page from the server, because its code can no longer be loaded. */
function loadDocument({ pathname, search, hash }: Location): Promise<never> {
  window.location.assign(pathname + search + hash);
  return new Promise(() => undefined);
}

/** Registers the service worker with the offline page, last because everything else is needed sooner. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error) => logFailure('could not register the service worker', error));
}

async function start(): Promise<void> {
  hideInputMethodKeys();
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
  const queries = makeQueryClient();
  for (const [key, data] of state.queries) queries.setQueryData(key, data);
  keepFresh(queries);
  // The server would refuse the reads that are under way.
  beforeSignOut.add(() => void queries.cancelQueries());
  const context = { queries, site: state.site };
  let routes = routesFor(userIn(queries) !== null);
  const first = await firstView(routes, state);

  const router = startRouter(first, async (location) => {
    const opened = await openRoute(routes, context, location);
    if ('redirect' in opened) return opened;
    if (!(opened.view.error instanceof RouteLoadError)) return opened.view;
    return navigator.onLine ? loadDocument(location) : { ...opened.view, error: unreachable() };
  });
  setNavigator({
    navigate: router.navigate,
    preload(path) {
      const match = bestMatch(routes, path.split(/[?#]/)[0] ?? path);
      // If the code is still missing, the navigation itself reports the failure.
      if (match) loadRoute(match.entry).catch(() => undefined);
      if (match?.entry.framed) loadFrame().catch(() => undefined);
    },
  });

  let hasNavigated = false;
  const showHead = async () => {
    const { location, params, error } = router.view();
    const isCurrent = () => router.view().location === location;
    const apply = async (head: Head) => {
      document.title = titleOf(head, state.site);
      // The server has written the tags of the first page.
      if (!hasNavigated) return;
      const { replaceHeadTags } = await import('./data/head-tags.ts');
      if (isCurrent()) replaceHeadTags(head, state.site);
    };
    if (error !== undefined) return apply({ title: titleOfError(asAppError(error)), noindex: true });
    const entry = bestMatch(routes, location.pathname)?.entry;
    if (!entry) return;
    const page: Page = (await loadRoute(entry)).page;
    if (!isCurrent()) return;
    const url = new URL(location.pathname + location.search, window.location.origin);
    await apply(headOf(page, { params, url, user: userIn(queries), site: state.site }, queries));
  };
  const updateHead = () =>
    void showHead().catch((error: unknown) => logFailure('could not update the head of the document', error));
  // After a sign-out elsewhere, the person continues as a visitor: a public page stays, a protected page leads to the sign-in page.
  const continueAsVisitor = async () => {
    setUserIn(queries, null);
    routes = routesFor(false);
    await router.reload();
    await refetchAsVisitor(queries);
  };
  onSessionEnd(() => void continueAsVisitor());

  let shown = router.view().location.key;
  router.subscribe(() => {
    const { key } = router.view().location;
    if (key === shown) return;
    shown = key;
    hasNavigated = true;
    updateHead();
  });
  // The title may depend on data that arrives after the page is shown.
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !router.isLoading()) updateHead();
  });

  // As a transition, hydration yields to the browser, so that it handles clicks in between.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('app') as HTMLElement,
      <App queries={queries} site={state.site} first={first} router={router} />,
    );
  });
}

void start();
if (document.readyState === 'complete') registerWorker();
else window.addEventListener('load', registerWorker);
