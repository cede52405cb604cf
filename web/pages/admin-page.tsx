import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Overview, overviewQueries } from '#web/moderation/overview.tsx';

export const page = definePage({
  title: 'Admin dashboard',
  description: 'Applications, claims, deliveries, objections and pools waiting for a decision.',
  canonical: paths.admin,
  noindex: true,
  queries: () => overviewQueries,
});

export const Component = Overview;
