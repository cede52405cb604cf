import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { PoolTable } from '#web/moderation/pool-table.tsx';
import { queueIn } from '#web/moderation/queue-state.ts';
import { poolQueue, poolsOf } from '#web/moderation/queues.ts';

export const page = definePage({
  title: 'Tip pool management',
  description: 'Every pool in every state. Open, highlight, freeze or remove pools.',
  canonical: paths.adminPools,
  noindex: true,
  queries: ({ url }) => [poolsOf(queueIn(poolQueue, url.searchParams))],
});

export const Component = PoolTable;
