import type { ReactNode } from 'react';
import { getModerationReport } from '#contract/calls/legal.ts';
import type { ModerationMonth } from '#contract/moderation-report.ts';
import { grouped } from '#contract/values/format-number.ts';
import { query } from '#web/data/query.ts';
import { DataTable } from '#web/ui/data-table.tsx';

export const moderationReport = query(getModerationReport);

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const nameOf = ({ month }: ModerationMonth) => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** "40 minutes", "5.2 hours", "3.5 days". */
function timeText(hours: number | null): string {
  if (hours === null) return '–';
  const text = (value: number, unit: string) => `${grouped(value)} ${value === 1 ? unit : `${unit}s`}`;
  const tenths = (value: number) => Math.round(value * 10) / 10;
  if (hours < 1) return text(Math.round(hours * 60), 'minute');
  return hours < 48 ? text(tenths(hours), 'hour') : text(tenths(hours / 24), 'day');
}

type Figure = readonly [key: string, header: string, of: (month: ModerationMonth) => ReactNode];

const reports: readonly Figure[] = [
  ['received', 'Received', ({ reportsReceived }) => grouped(reportsReceived)],
  ['upheld', 'Upheld', ({ reportsUpheld }) => grouped(reportsUpheld)],
  ['dismissed', 'Dismissed', ({ reportsDismissed }) => grouped(reportsDismissed)],
  ['median', 'Median time to decision', ({ medianHoursToDecision }) => timeText(medianHoursToDecision)],
  ['suspensions', 'Accounts suspended', ({ suspensions }) => grouped(suspensions)],
];

const notices: readonly Figure[] = [
  ['received', 'Received', ({ noticesReceived }) => grouped(noticesReceived)],
  ['acted', 'Material disabled', ({ noticesActedOn }) => grouped(noticesActedOn)],
  ['rejected', 'Rejected', ({ noticesRejected }) => grouped(noticesRejected)],
  ['counter', 'Counter-notices', ({ counterNotices }) => grouped(counterNotices)],
  ['restored', 'Material restored', ({ restored }) => grouped(restored)],
];

function MonthTable({
  caption,
  figures,
  months,
}: {
  caption: string;
  figures: readonly Figure[];
  months: ModerationMonth[];
}) {
  return (
    <DataTable
      caption={caption}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', header: 'Month', cell: nameOf },
        ...figures.map(([key, header, cell]) => ({ key, header, cell, align: 'end' as const })),
      ]}
    />
  );
}

/** Reports and suspensions by month, newest first. */
export const ReportMonths = ({ months }: { months: ModerationMonth[] }) => (
  <MonthTable caption="Reports and suspensions by month" figures={reports} months={months} />
);

/** Copyright notices by month, newest first. */
export const NoticeMonths = ({ months }: { months: ModerationMonth[] }) => (
  <MonthTable caption="Copyright notices by month" figures={notices} months={months} />
);
