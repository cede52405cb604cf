import { defineListPage } from '#web/admin-table/list-page.ts';
import { ClaimList } from '#web/moderation/claim-list.tsx';
import { claims } from '#web/moderation/lists.ts';

export const page = defineListPage({
  title: 'Pool claims',
  description: 'Claims to pools and profiles to approve or reject.',
  ...claims,
});

export const Component = ClaimList;
