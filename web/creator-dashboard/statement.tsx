import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { getStatement } from '#contract/calls/creators.ts';
import type { StatementLine } from '#contract/creators/creator-statement.ts';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { statementPath } from '#contract/paths.ts';
import { inThisLanguage } from '#contract/sharing.ts';
import { formatDeduction, formatMoneyExact } from '#contract/values/money.ts';
import { monthName } from '#contract/values/months.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { statementOf } from './dashboard-data.ts';
import { FactList } from './fact-list.tsx';

type Data = OutputOf<typeof getStatement>;

const kindWords: Record<StatementLine['kind'], Message> = {
  release: msg`Earned`,
  payout: msg`Payout to your bank`,
  payout_failed: msg`Payout came back`,
  payout_reversed: msg`Taken back from your payout account`,
  refund: msg`Refund to a fan`,
  dispute_lost: msg`Lost dispute`,
  refund_returned: msg`Refund that didn’t reach the fan`,
  other: msg`Correction by the platform`,
};

/** An amount with its sign; a dash for nothing. */
function amount(cents: number, isTaken = false): Text {
  if (cents === 0) return verbatim('–');
  return isTaken || cents < 0 ? formatDeduction(Math.abs(cents)) : formatMoneyExact(cents);
}

const isPayout = (kind: StatementLine['kind']) =>
  kind === 'payout' || kind === 'payout_failed' || kind === 'payout_reversed';

const columns = (): readonly Column<StatementLine>[] => [
  { key: 'date', header: t`Date`, cell: ({ at }) => fullDate(at) },
  {
    key: 'entry',
    header: t({ message: 'Entry', context: 'a line of a statement' }),
    cell: ({ kind, poolTitle, poolId }) => (
      <span>
        {textOf(kindWords[kind])}
        {poolTitle ? (
          <span className="block text-muted wrap-anywhere" dir="auto">
            {poolTitle}
          </span>
        ) : null}
        {/* The card processor shows the same id beside its transfer. */}
        {poolId && isPayout(kind) ? (
          <span className="block text-xs text-faint wrap-anywhere">{t`Pool ${{ id: poolId }}`}</span>
        ) : null}
      </span>
    ),
  },
  { key: 'gross', header: t`Paid by fans`, align: 'end', cell: (line) => amount(line.grossCents) },
  { key: 'fee', header: t`Fee`, align: 'end', cell: (line) => amount(line.feeCents, true) },
  { key: 'cost', header: t`Card costs`, align: 'end', cell: (line) => amount(line.costCents, true) },
  { key: 'amount', header: t`Amount`, align: 'end', cell: (line) => amount(line.amountCents) },
  { key: 'balance', header: t`Balance`, align: 'end', cell: (line) => formatMoneyExact(line.balanceCents) },
];

function Sum({ title, lines }: { title: Text; lines: readonly (readonly [label: Text, cents: number])[] }) {
  return (
    <div className="fact-sheet break-inside-avoid">
      <h3 className="text-base">{title}</h3>
      <FactList
        hasSum
        facts={lines.map(([label, cents]) => [label, cents < 0 ? amount(cents) : formatMoneyExact(cents)])}
      />
    </div>
  );
}

function Sums({ data: { balance, totals, held } }: { data: Data }) {
  const corrected = balance.closingCents - balance.openingCents - totals.netCents + totals.paidOutCents;
  return (
    <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
      <Sum
        title={t`Your balance`}
        lines={[
          [t`Opening balance`, balance.openingCents],
          [t`Paid by fans`, totals.grossCents],
          [t`Platform fee`, -totals.feeCents],
          [t`Card costs`, -totals.costCents],
          ...(corrected === 0 ? [] : [[t`Refunds, disputes and corrections`, corrected] as const]),
          [t`Paid out`, -totals.paidOutCents],
          [t`Closing balance`, balance.closingCents],
        ]}
      />
      <Sum
        title={t`Held for your pools`}
        lines={[
          [t`Held at the start`, held.openingCents],
          [t`Paid by fans`, held.collectedCents],
          [t`Refunded to fans`, -held.refundedCents],
          [t`Released as earnings`, -held.releasedCents],
          ...(held.otherCents === 0 ? [] : [[t`Disputes and corrections`, held.otherCents] as const]),
          [t`Held at the end`, held.closingCents],
        ]}
      />
    </div>
  );
}

interface MonthStepProps {
  month: string | undefined;
  labelOf: (month: Text) => Text;
  children: ReactNode;
}

function MonthStep({ month, labelOf, children }: MonthStepProps) {
  if (!month) return <span className="icon-btn opacity-35">{children}</span>;
  return (
    <Link to={statementPath(month)} keepScroll className="icon-btn" aria-label={labelOf(monthName(month))}>
      {children}
    </Link>
  );
}

function Actions({ month, months }: { month: string; months: readonly string[] }) {
  const at = months.indexOf(month);
  return (
    <div className="flex flex-wrap items-center gap-2.5 print:hidden">
      <div className="flex items-center gap-1">
        <MonthStep month={months[at - 1]} labelOf={(month) => t`Previous month: ${{ month }}`}>
          <ChevronLeft aria-hidden="true" />
        </MonthStep>
        <SelectField
          label={t`Month`}
          hideLabel
          value={month}
          onChange={(event) => navigate(statementPath(event.target.value), { keepScroll: true })}
        >
          {months.toReversed().map((one) => (
            <option key={one} value={one}>
              {monthName(one)}
            </option>
          ))}
        </SelectField>
        <MonthStep month={months[at + 1]} labelOf={(month) => t`Next month: ${{ month }}`}>
          <ChevronRight aria-hidden="true" />
        </MonthStep>
      </div>
      <a
        href={inThisLanguage(endpointUrl({ path: `${getStatement.path}.csv` }, {}, { month }))}
        download
        className={buttonClass({ className: 'max-sm:grow' })}
      >
        <Download aria-hidden="true" />
        {t`Download CSV`}
      </a>
      <Button
        icon={<Printer aria-hidden="true" />}
        className="max-sm:grow"
        onClick={() => window.print()}
      >{t`Print or save as PDF`}</Button>
    </div>
  );
}

/** The heading of the printed statement, with the creator and the site. */
function PrintHead({ month, creator }: { month: string; creator: CreatorSummary | null }) {
  const { brandName, publicUrl } = useSite();
  return (
    <header className="mb-5 hidden print:block">
      <p>
        {brandName} · {publicUrl}
      </p>
      <p className="font-display text-2xl leading-[1.2] font-bold">{t`Earnings statement, ${{ month: monthName(month) }}`}</p>
      {creator ? (
        <p>
          {creator.displayName} (@{creator.username})
        </p>
      ) : null}
    </header>
  );
}

interface StatementProps {
  month: string;
  /** All months, oldest first. */
  months: readonly string[];
  creator: CreatorSummary | null;
}

/** The earnings statement of a month, on screen, as a CSV file and on paper. */
export function Statement({ month, months, creator }: StatementProps) {
  const statement = useData(statementOf(month));
  return (
    <section className="statement mt-10 print:m-0" aria-labelledby="statement">
      <PrintHead month={month} creator={creator} />
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h2 id="statement">{t`Statement for ${{ month: monthName(month) }}`}</h2>
        <Actions month={month} months={months} />
      </div>
      <Loaded
        of={statement}
        loading={<Skeleton className="mt-4 h-80 rounded-lg" />}
        failed={t`We couldn’t load this statement`}
      >
        {(data) => (
          <div className="mt-4 grid gap-5">
            <Sums data={data} />
            {data.lines.length > 0 ? (
              <DataTable
                caption={t`Entries in ${{ month: monthName(month) }}`}
                columns={columns()}
                rows={data.lines}
                rowKey={({ journalId }) => String(journalId)}
              />
            ) : (
              <p className="text-muted">{t`Nothing was earned or paid out in this month.`}</p>
            )}
            <p className="text-sm text-muted">{t`Every line is a ledger entry, exact to the cent. Months begin and end at midnight UTC. All amounts are in US dollars.`}</p>
          </div>
        )}
      </Loaded>
    </section>
  );
}
