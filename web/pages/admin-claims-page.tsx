import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { PoolClaimList } from '#web/moderation/pool-claim-list.tsx';
import { queueIn } from '#web/moderation/queue-state.ts';
import { poolClaimQueue, poolClaimsOf } from '#web/moderation/queues.ts';

export const page = definePage({
  title: 'Pool claims',
  description: 'Creators who claim a pool, to be approved or rejected.',
  canonical: paths.adminClaims,
  noindex: true,
  queries: ({ url }) => [poolClaimsOf(queueIn(poolClaimQueue, url.searchParams))],
});

export const Component = PoolClaimList;
