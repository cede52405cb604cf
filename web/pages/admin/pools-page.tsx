import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { pools } from '#web/moderation/lists.ts';
import { PoolTable } from '#web/moderation/pool-table.tsx';

export const page = defineListPage({
  title: msg`Tip pool management`,
  description: msg`Every pool in every state. Open, highlight, freeze or remove pools.`,
  ...pools,
});

export const Component = PoolTable;
