import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Site } from '#contract/site.ts';
import type { View } from './data/location.tsx';
import type { Router } from './data/router.ts';
import { SiteContext } from './data/session.ts';
import { languageChanges, watchLanguage } from './data/tab-language.ts';
import { RouterContext } from './data/use-router.ts';
import { Screens } from './shell/screens.tsx';

interface AppProps {
  queries: QueryClient;
  site: Site;
  /** The view of the first render. In the browser, `router` supplies every later view. */
  first: View;
  router: Router | null;
}

const never = () => () => undefined;

/** The root component, on the server and in the browser. */
export function App({ queries, site, first, router }: AppProps) {
  const view = useSyncExternalStore(
    router?.subscribe ?? never,
    () => router?.view() ?? first,
    () => first,
  );
  // Every component renders again after a change of language; nothing is mounted again.
  useSyncExternalStore(watchLanguage, languageChanges, () => 0);
  return (
    <QueryClientProvider client={queries}>
      <SiteContext value={site}>
        <RouterContext value={router}>
          <Screens view={view} />
        </RouterContext>
      </SiteContext>
    </QueryClientProvider>
  );
}
