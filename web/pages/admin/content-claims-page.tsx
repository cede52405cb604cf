import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { DeliveryView } from '#web/delivery/delivery-view.tsx';
import { ContentClaimList } from '#web/moderation/content-claim-list.tsx';
import { deliveries } from '#web/moderation/lists.ts';

export const page = defineListPage({
  title: msg`Content claims`,
  description: msg`Creator deliveries to approve or send back.`,
  ...deliveries,
});

export function Component() {
  return <ContentClaimList view={(delivery) => <DeliveryView delivery={delivery} />} />;
}
