import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Site } from '#contract/site.ts';
import { SiteContext } from './data/session.ts';

/** What browser and server wrap around the router. */
export function App({ queries, site, children }: { queries: QueryClient; site: Site; children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <SiteContext value={site}>{children}</SiteContext>
    </QueryClientProvider>
  );
}
