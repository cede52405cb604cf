import { defineListPage } from '#web/admin-table/list-page.ts';
import { verifications } from '#web/moderation/lists.ts';
import { VerificationList } from '#web/moderation/verification-list.tsx';

export const page = defineListPage({
  title: 'Creator verifications',
  description: 'Creator applications to approve or reject.',
  ...verifications,
});

export const Component = VerificationList;
