import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { DeliveryView } from '#web/delivery/delivery-view.tsx';
import { ContentClaimList } from '#web/moderation/content-claim-list.tsx';
import { queueIn } from '#web/moderation/queue-state.ts';
import { claimQueue, claimsOf } from '#web/moderation/queues.ts';

export const page = definePage({
  title: 'Content claims',
  description: 'Creator deliveries to approve or send back.',
  canonical: paths.adminContentClaims,
  noindex: true,
  queries: ({ url }) => [claimsOf(queueIn(claimQueue, url.searchParams))],
});

export function Component() {
  return <ContentClaimList view={(delivery) => <DeliveryView delivery={delivery} />} />;
}
