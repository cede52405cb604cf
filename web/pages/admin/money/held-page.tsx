import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { HeldList } from '#web/bookkeeping/held-list.tsx';
import { held } from '#web/bookkeeping/lists.ts';

export const page = defineListPage({
  title: msg`Held per pool`,
  description: msg`The pools that hold money, and how much.`,
  ...held,
});

export const Component = HeldList;
