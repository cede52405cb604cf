import './styles/app.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { localized, splitPath, unlocalized } from '#contract/language/localized-path.ts';
import { currentLanguage } from '#contract/language/text.ts';
import { App } from './app.tsx';
import { asAppError, unreachable } from './data/call.ts';
import { keepFresh } from './data/freshness.ts';
import type { Location, View } from './data/location.tsx';
import { logFailure } from './data/log.ts';
import { bestMatch } from './data/match-path.ts';
import { makeQueryClient } from './data/query.ts';
import { startRouter } from './data/router.ts';
import { refetchAsVisitor, setUserIn, userIn } from './data/session.ts';
import { onSessionEnd } from './data/session-end.ts';
import { beforeSignOut } from './data/sign-out.ts';
import { changeLanguage, setLanguageChange } from './data/tab-language.ts';
import type { PageState } from './document.ts';
import { keepHead } from './keep-head.ts';
import { loadFrame, loadRoute, openRoute, type Route, RouteLoadError, routesFor } from './routes.tsx';
import { hideInputMethodKeys } from './ui/input-method.ts';
import { setNavigator } from './ui/navigation.ts';

/** The view that the server rendered. Loads the page's code first, so that hydration finds it. */
async function firstView(routes: Route[], state: PageState): Promise<View> {
  const { search, hash } = window.location;
  const pathname = unlocalized(window.location.pathname);
  // Browsers do not send the hash to the server. The first location has the same fixed key as in the server's render.
  const location: Location = { pathname, search, hash, key: 'first' };
  const match = bestMatch(routes, pathname);
  const error = state.error ? asAppError(state.error) : undefined;
  if (!match) return { location, params: {}, Frame: await loadFrame(), error };
  const { entry, params } = match;
  const [{ Component }, Frame] = await Promise.all([loadRoute(entry), entry.framed ? loadFrame() : undefined]);
  return { location, params, Frame, Component, error };
}

/** Loads a page from the server, because its code can no longer be loaded, or because it is in another language. */
function loadDocument({ pathname, search, hash }: Location, address = localized(pathname)): Promise<never> {
  window.location.assign(address + search + hash);
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
  const { language, site } = state;
  let canHydrate = true;
  if (language.locale !== 'en') {
    const { startLanguage } = await import('./data/start-language.ts');
    const file = bestMatch(routes, splitPath(window.location.pathname, site.locales).path)?.entry.file;
    canHydrate = await startLanguage(language, site.locales, () => file);
  }
  const first = await firstView(routes, state);

  const router = startRouter(first, async (location) => {
    // An address in another language, for example in a message.
    if (splitPath(location.pathname, site.locales).locale) return loadDocument(location, location.pathname);
    const opened = await openRoute(routes, context, location);
    if ('redirect' in opened) return opened.ownLanguage ? loadDocument(location, location.pathname) : opened;
    // The tab's language may have changed since its code was loaded.
    if (opened.page && opened.route) await loadRoute(opened.route).catch(() => undefined);
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

  setLanguageChange(async (locale, how) => {
    const { switchLanguage } = await import('./data/switch-language.ts');
    const fileNow = () => bestMatch(routes, router.view().location.pathname)?.entry.file;
    await switchLanguage(locale, { ...how, fileNow, catalogues: language.catalogues });
  });

  keepHead({ router, queries, site, routes: () => routes });
  // After a sign-out elsewhere, the person continues as a visitor: a public page stays, a protected page leads to the sign-in page.
  const continueAsVisitor = async () => {
    setUserIn(queries, null);
    routes = routesFor(false);
    const { locale } = currentLanguage() ?? {};
    // The page of a person whose session has ended must not stay, whatever the network does.
    if (locale)
      await changeLanguage(locale, { inAddress: true }).catch((error: unknown) =>
        logFailure('could not put the language into the address', error),
      );
    await router.reload();
    await refetchAsVisitor(queries);
  };
  onSessionEnd(() => void continueAsVisitor());

  const container = document.getElementById('app') as HTMLElement;
  const app = <App queries={queries} site={state.site} first={first} router={router} />;
  // As a transition, hydration yields to the browser, so that it handles clicks in between.
  startTransition(() => {
    if (canHydrate) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
  // A signed-in person with another language than English has chosen it.
  const mayOffer = userIn(queries) === null || language.locale === 'en';
  if (mayOffer && !navigator.language.startsWith(language.locale)) {
    import('./shell/offer-language.ts').then(
      ({ offerLanguage }) => offerLanguage(site, queries),
      (error: unknown) => logFailure('could not offer a language', error),
    );
  }
}

void start();
if (document.readyState === 'complete') registerWorker();
else window.addEventListener('load', registerWorker);
