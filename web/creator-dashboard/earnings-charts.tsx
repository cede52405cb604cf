import type { MonthFigures } from '#contract/creators/creator-statement.ts';
import { msg, type Text, t, textOf } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { monthBefore, monthName } from '#contract/values/months.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { DashboardSection } from './dashboard-section.tsx';
import type { Series } from './month-chart.tsx';

// The chart library is large, so only this view loads it.
const placeholder = <Skeleton className="h-60" />;
const MonthChart = lazyComponent(() => import('./month-chart.tsx').then((module) => module.MonthChart), {
  browserOnly: true,
  waiting: placeholder,
});

const shownMonths = 12;
const leastMonths = 6;
const noMoney = {
  collectedCents: 0,
  refundedCents: 0,
  grossCents: 0,
  feeCents: 0,
  costCents: 0,
  netCents: 0,
  paidOutCents: 0,
};

const dots: Record<Series['tone'], string> = {
  paid: 'bg-paid',
  accent: 'bg-accent',
  muted: 'bg-line-strong',
  love: 'bg-love',
};
const earned: readonly Series[] = [
  { key: 'netCents', label: msg`You receive`, tone: 'paid' },
  { key: 'feeCents', label: msg`Platform fee`, tone: 'accent' },
  { key: 'costCents', label: msg`Card costs`, tone: 'muted' },
];
const moved: readonly Series[] = [
  { key: 'collectedCents', label: msg`Paid by fans`, tone: 'accent' },
  { key: 'refundedCents', label: msg({ message: 'Refunded', context: 'money' }), tone: 'love' },
  { key: 'paidOutCents', label: msg`Paid out to you`, tone: 'paid' },
];

const money = (key: keyof Omit<MonthFigures, 'month'>, header: Text): Column<MonthFigures> => ({
  key,
  header,
  align: 'end',
  cell: (row) => formatMoneyExact(row[key]),
});
const columns = (): readonly Column<MonthFigures>[] => [
  { key: 'month', header: t`Month`, cell: ({ month }) => monthName(month) },
  money('collectedCents', t`Paid by fans`),
  money('refundedCents', t({ message: 'Refunded', context: 'money' })),
  money('grossCents', t({ message: 'Released', context: 'money' })),
  money('feeCents', t`Platform fee`),
  money('costCents', t`Card costs`),
  money('netCents', t`You receive`),
  money('paidOutCents', t`Paid out`),
];

interface FigureProps {
  title: Text;
  note: Text;
  /** Replaces a chart without amounts. */
  empty: Text;
  months: readonly MonthFigures[];
  series: readonly Series[];
  stacked?: boolean;
}

function Figure({ title, note, empty, months, series, stacked }: FigureProps) {
  // The library measures its container, so only the browser draws.
  const here = useHydrated();
  const isEmpty = months.every((month) => series.every(({ key }) => month[key] === 0));
  return (
    <figure className="card min-w-0 p-5">
      <figcaption className="grid">
        <b>{title}</b>
        <span className="text-sm text-muted">{note}</span>
      </figcaption>
      {isEmpty ? (
        <p className="grid min-h-40 place-items-center text-center text-muted">{empty}</p>
      ) : (
        <>
          <ul className="my-3 flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
            {series.map(({ key, label, tone }) => (
              <li key={key} className="flex items-center gap-2">
                <span className={`size-2.5 rounded-xs ${dots[tone]}`} />
                {textOf(label)}
              </li>
            ))}
          </ul>
          {/* The table below contains the same information as the chart. */}
          <div className="h-60 tabular-nums" aria-hidden="true">
            {here ? <MonthChart months={months} series={series} stacked={stacked ?? false} /> : placeholder}
          </div>
        </>
      )}
    </figure>
  );
}

/** The latest months; empty ones in front, so that a new creator's first bar does not fill the chart. */
function chartMonths(months: readonly MonthFigures[]): MonthFigures[] {
  const latest = months.slice(-shownMonths);
  while (latest[0] && latest.length < leastMonths) latest.unshift({ ...noMoney, month: monthBefore(latest[0].month) });
  return latest;
}

/** The creator's money of the last twelve months as charts, and of all months as a table. */
export function EarningsCharts({ months }: { months: readonly MonthFigures[] }) {
  const latest = chartMonths(months);
  const emptyText = (series: readonly Series[], first: Text) =>
    months.some((month) => series.some(({ key }) => month[key] !== 0)) ? t`Nothing in the last twelve months.` : first;
  return (
    <DashboardSection id="by-month" title={t`By month`} screenOnly>
      <div className="grid gap-4 lg:grid-cols-2">
        <Figure
          title={t`Earned`}
          note={t`Released to you when pools are complete`}
          empty={emptyText(earned, t`The chart starts when your first pool is complete.`)}
          months={latest}
          series={earned}
          stacked
        />
        <Figure
          title={t`Money moved`}
          note={t`Charges, refunds and payouts`}
          empty={emptyText(moved, t`The chart starts with the first charge.`)}
          months={latest}
          series={moved}
        />
      </div>
      <div className="mt-4">
        <Disclosure summary={t`Show as a table`}>
          {() => (
            <DataTable
              caption={t`Your money by month`}
              columns={columns()}
              rows={months.toReversed()}
              rowKey={({ month }) => month}
            />
          )}
        </Disclosure>
      </div>
    </DashboardSection>
  );
}
