import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { ClaimList } from '#web/moderation/claim-list.tsx';
import { queueIn } from '#web/moderation/queue-state.ts';
import { claimsOfAll, poolClaimQueue } from '#web/moderation/queues.ts';

export const page = definePage({
  title: 'Pool claims',
  description: 'Claims to pools and profiles to approve or reject.',
  canonical: paths.adminClaims,
  noindex: true,
  queries: ({ url }) => [claimsOfAll(queueIn(poolClaimQueue, url.searchParams))],
});

export const Component = ClaimList;
