import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { verifications } from '#web/moderation/lists.ts';
import { VerificationList } from '#web/moderation/verification-list.tsx';

export const page = defineListPage({
  title: msg`Creator verifications`,
  description: msg`Creator applications to approve or reject.`,
  ...verifications,
});

export const Component = VerificationList;
