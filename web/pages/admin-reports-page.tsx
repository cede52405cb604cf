import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { queueIn } from '#web/moderation/queue-state.ts';
import { reportQueue, reportsOf } from '#web/moderation/queues.ts';
import { ReportList } from '#web/moderation/report-list.tsx';

export const page = definePage({
  title: 'Reports',
  description: 'Objections to deliveries and other reports to uphold or dismiss.',
  canonical: paths.adminReports,
  noindex: true,
  queries: ({ url }) => [reportsOf(queueIn(reportQueue, url.searchParams))],
});

export const Component = ReportList;
