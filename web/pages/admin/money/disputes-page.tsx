import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { DisputeList } from '#web/bookkeeping/dispute-list.tsx';
import { disputes } from '#web/bookkeeping/lists.ts';

export const page = defineListPage({
  title: msg`Disputes`,
  description: msg`Payments that a fan’s bank questions, with the evidence for each.`,
  ...disputes,
});

export const Component = DisputeList;
