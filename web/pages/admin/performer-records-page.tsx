import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { records } from '#web/moderation/lists.ts';
import { RecordsTable } from '#web/moderation/records-table.tsx';

export const page = defineListPage({
  title: msg`Performer records`,
  description: msg`Records of the people shown in adult deliveries, and their export.`,
  ...records,
});

export const Component = RecordsTable;
