import type { QueryClient } from '@tanstack/react-query';
import type { Site } from '#contract/site.ts';
import { asAppError } from './data/call.ts';
import { type Head, titleOf } from './data/head.ts';
import { logFailure } from './data/log.ts';
import { bestMatch } from './data/match-path.ts';
import { headOf, type Page } from './data/page.ts';
import type { Router } from './data/router.ts';
import { userIn } from './data/session.ts';
import { watchLanguage } from './data/tab-language.ts';
import { loadRoute, type Route } from './routes.tsx';
import { titleOfError } from './shell/error-page.tsx';

interface ShownPage {
  router: Router;
  queries: QueryClient;
  site: Site;
  routes: () => readonly Route[];
}

/** Keeps the title and the tags of the document those of the page on screen, in the language of the tab. */
export function keepHead({ router, queries, site, routes }: ShownPage): void {
  let hasNavigated = false;
  const showHead = async () => {
    const { location, params, error } = router.view();
    const isCurrent = () => router.view().location === location;
    const apply = async (head: Head) => {
      document.title = titleOf(head, site);
      // The server has written the tags of the first page.
      if (!hasNavigated) return;
      const { replaceHeadTags } = await import('./data/head-tags.ts');
      if (isCurrent()) replaceHeadTags(head, site);
    };
    if (error !== undefined) return apply({ title: titleOfError(asAppError(error)), noindex: true });
    const entry = bestMatch(routes(), location.pathname)?.entry;
    if (!entry) return;
    const page: Page = (await loadRoute(entry)).page;
    if (!isCurrent()) return;
    const url = new URL(location.pathname + location.search, window.location.origin);
    await apply(headOf(page, { params, url, user: userIn(queries), site: site }, queries));
  };
  const updateHead = () =>
    void showHead().catch((error: unknown) => logFailure('could not update the head of the document', error));
  let shown = router.view().location.key;
  router.subscribe(() => {
    const { key } = router.view().location;
    if (key === shown) return;
    shown = key;
    hasNavigated = true;
    updateHead();
  });
  watchLanguage(() => {
    hasNavigated = true;
    updateHead();
  });
  // The title may depend on data that arrives after the page is shown.
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !router.isLoading()) updateHead();
  });
}
