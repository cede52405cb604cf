import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { movements } from '#web/bookkeeping/lists.ts';
import { MovementList } from '#web/bookkeeping/movement-list.tsx';

export const page = defineListPage({
  title: msg`Charges, refunds, payouts and disputes`,
  description: msg`Every movement of money, with its next step.`,
  ...movements,
});

export const Component = MovementList;
