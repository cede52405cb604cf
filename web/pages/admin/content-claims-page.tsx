import { defineListPage } from '#web/admin-table/list-page.ts';
import { DeliveryView } from '#web/delivery/delivery-view.tsx';
import { ContentClaimList } from '#web/moderation/content-claim-list.tsx';
import { deliveries } from '#web/moderation/lists.ts';

export const page = defineListPage({
  title: 'Content claims',
  description: 'Creator deliveries to approve or send back.',
  ...deliveries,
});

export function Component() {
  return <ContentClaimList view={(delivery) => <DeliveryView delivery={delivery} />} />;
}
