import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { reports } from '#web/moderation/lists.ts';
import { ReportList } from '#web/moderation/report-list.tsx';

export const page = defineListPage({
  title: msg`Reports`,
  description: msg`Objections to deliveries and other reports to uphold or dismiss.`,
  ...reports,
});

export const Component = ReportList;
