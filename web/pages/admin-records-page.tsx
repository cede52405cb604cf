import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { queueIn } from '#web/moderation/queue-state.ts';
import { recordsOf, recordsQueue } from '#web/moderation/queues.ts';
import { RecordsTable } from '#web/moderation/records-table.tsx';

export const page = definePage({
  title: 'Performer records',
  description: 'Records of the people shown in adult deliveries, and their export.',
  canonical: paths.adminRecords,
  noindex: true,
  queries: ({ url }) => [recordsOf(queueIn(recordsQueue, url.searchParams))],
});

export const Component = RecordsTable;
