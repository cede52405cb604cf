import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { takedowns } from '#web/moderation/lists.ts';
import { repeatInfringers, TakedownList } from '#web/moderation/takedown-list.tsx';

export const page = defineListPage({
  title: msg`Copyright notices`,
  description: msg`Copyright notices to decide, disabled material and counter-notices.`,
  ...takedowns,
  more: [repeatInfringers],
});

export const Component = TakedownList;
