import type { ReactNode } from 'react';
import { getModerationReport } from '#contract/calls/legal.ts';
import { type Message, msg, plural, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import type { ModerationMonth } from '#contract/moderation-report.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { monthName } from '#contract/values/months.ts';
import { query } from '#web/data/query.ts';
import { DataTable } from '#web/ui/data-table.tsx';

export const moderationReport = query(getModerationReport);

const nameOf = ({ month }: ModerationMonth) => monthName(month);

/** "40 minutes", "5.2 hours", "3.5 days". */
function timeText(hours: number | null): Text {
  if (hours === null) return verbatim('–');
  const tenths = (value: number) => Math.round(value * 10) / 10;
  if (hours < 1) return t`${plural({ minutes: Math.round(hours * 60) }, { one: '# minute', other: '# minutes' })}`;
  return hours < 48
    ? t`${plural({ hours: tenths(hours) }, { one: '# hour', other: '# hours' })}`
    : t`${plural({ days: tenths(hours / 24) }, { one: '# day', other: '# days' })}`;
}

type Figure = readonly [key: string, header: Message, of: (month: ModerationMonth) => ReactNode];

const reports: readonly Figure[] = [
  [
    'received',
    msg({ message: 'Received', context: 'the number of reports' }),
    ({ reportsReceived }) => formatNumber(reportsReceived),
  ],
  [
    'upheld',
    msg({ message: 'Upheld', context: 'the number of reports' }),
    ({ reportsUpheld }) => formatNumber(reportsUpheld),
  ],
  [
    'dismissed',
    msg({ message: 'Dismissed', context: 'the number of reports' }),
    ({ reportsDismissed }) => formatNumber(reportsDismissed),
  ],
  ['median', msg`Median time to decision`, ({ medianHoursToDecision }) => timeText(medianHoursToDecision)],
  ['suspensions', msg`Accounts suspended`, ({ suspensions }) => formatNumber(suspensions)],
];

const notices: readonly Figure[] = [
  [
    'received',
    msg({ message: 'Received', context: 'the number of copyright notices' }),
    ({ noticesReceived }) => formatNumber(noticesReceived),
  ],
  ['acted', msg`Material disabled`, ({ noticesActedOn }) => formatNumber(noticesActedOn)],
  [
    'rejected',
    msg({ message: 'Rejected', context: 'the number of copyright notices' }),
    ({ noticesRejected }) => formatNumber(noticesRejected),
  ],
  ['counter', msg`Counter-notices`, ({ counterNotices }) => formatNumber(counterNotices)],
  ['restored', msg`Material restored`, ({ restored }) => formatNumber(restored)],
];

function MonthTable({
  caption,
  figures,
  months,
}: {
  caption: Text;
  figures: readonly Figure[];
  months: ModerationMonth[];
}) {
  return (
    <DataTable
      caption={caption}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', header: t`Month`, cell: nameOf },
        ...figures.map(([key, header, cell]) => ({ key, header: textOf(header), cell, align: 'end' as const })),
      ]}
    />
  );
}

/** Reports and suspensions by month, newest first. */
export const ReportMonths = ({ months }: { months: ModerationMonth[] }) => (
  <MonthTable caption={t`Reports and suspensions by month`} figures={reports} months={months} />
);

/** Copyright notices by month, newest first. */
export const NoticeMonths = ({ months }: { months: ModerationMonth[] }) => (
  <MonthTable caption={t`Copyright notices by month`} figures={notices} months={months} />
);
