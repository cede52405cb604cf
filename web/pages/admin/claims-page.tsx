import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { ClaimList } from '#web/moderation/claim-list.tsx';
import { claims } from '#web/moderation/lists.ts';

export const page = defineListPage({
  title: msg`Pool claims`,
  description: msg`Claims to pools and profiles to approve or reject.`,
  ...claims,
});

export const Component = ClaimList;
