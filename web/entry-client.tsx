import './styles/app.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { asAppError, unreachable } from './data/call.ts';
import { applyHead } from './data/head.ts';
import type { Location, View } from './data/location.tsx';
import { logFailure } from './data/log.ts';
import { bestMatch } from './data/match-path.ts';
import { headOf, type Page } from './data/page.ts';
import { makeQueryClient } from './data/query.ts';
import { startRouter } from './data/router.ts';
import { readAsVisitor, setUserIn, userIn } from './data/session.ts';
import { onSessionEnd } from './data/session-end.ts';
import type { PageState } from './document.ts';
import { loadScreen, openScreen, type Screen, ScreenLost, screensFor } from './routes.tsx';
import { titleOfError } from './shell/error-page.tsx';
import { setNavigator } from './ui/navigation.ts';

/** The view that the server has drawn, with the page's code loaded so that the first render finds it there. */
async function firstView(screens: Screen[], state: PageState): Promise<View> {
  const { pathname, search, hash } = window.location;
  // The server knows no hash and the first arrival has no key of its own.
  const location: Location = { pathname, search, hash, key: 'first' };
  const match = bestMatch(screens, pathname);
  const error = state.error ? asAppError(state.error) : undefined;
  if (!match) return { location, params: {}, framed: true, error };
  const { entry, params } = match;
  const { Component } = await loadScreen(entry);
  return { location, params, framed: entry.framed, Component, error };
}

/** A page whose code is gone is fetched as a whole, with the code that it has now; offline there is only that to say. */
function fetchAnew(view: View): Promise<View> | View {
  if (!navigator.onLine) return { ...view, error: unreachable() };
  const { pathname, search, hash } = view.location;
  window.location.assign(pathname + search + hash);
  return new Promise(() => undefined);
}

/** Stands by with a page of ours for when there is no network; after everything else, which is wanted sooner. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch((error) => logFailure('there is no offline page', error));
}

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState;
  const queries = makeQueryClient();
  for (const [key, data] of state.queries) queries.setQueryData(key, data);
  const context = { queries, site: state.site };
  let screens = screensFor(userIn(queries) !== null);
  const first = await firstView(screens, state);

  const router = startRouter(first, async (location) => {
    const opened = await openScreen(screens, context, location);
    if ('redirect' in opened) return opened;
    return opened.view.error instanceof ScreenLost ? fetchAnew(opened.view) : opened.view;
  });
  setNavigator({
    navigate: router.navigate,
    preload(path) {
      const match = bestMatch(screens, path.split(/[?#]/)[0] ?? path);
      // A failure shows when somebody really goes there.
      if (match) loadScreen(match.entry).catch(() => undefined);
    },
  });

  const showHead = async () => {
    const { location, params, error } = router.view();
    if (error !== undefined) return applyHead({ title: titleOfError(asAppError(error)), noindex: true }, state.site);
    const entry = bestMatch(screens, location.pathname)?.entry;
    if (!entry) return;
    const page: Page = (await loadScreen(entry)).page;
    if (router.view().location !== location) return;
    const url = new URL(location.pathname + location.search, window.location.origin);
    applyHead(headOf(page, { params, url, user: userIn(queries), site: state.site }, queries), state.site);
  };
  // Signed out elsewhere, they go on as a visitor: what they read stays, and what is not for visitors leads to the sign-in.
  const goOnAsVisitor = async () => {
    setUserIn(queries, null);
    screens = screensFor(false);
    await router.reload();
    await readAsVisitor(queries);
  };
  onSessionEnd(() => void goOnAsVisitor());

  let shown = router.view().location.key;
  router.subscribe(() => {
    const { key } = router.view().location;
    if (key === shown) return;
    shown = key;
    void showHead();
  });
  // What a page is called may be known only after it is shown.
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !router.isLoading()) void showHead();
  });

  // As a transition, so that it is done a little at a time; a click meanwhile is answered first.
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
