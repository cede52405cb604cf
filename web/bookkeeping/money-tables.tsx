import type { AdminMoney, MoneyMonth } from '#contract/admin/money.ts';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { monthName } from '#contract/values/months.ts';
import { FigureList } from '#web/admin-table/figure-list.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { PoolLink } from './movement-labels.tsx';

const places: readonly [field: keyof AdminMoney['position'], name: Message, note: Message][] = [
  ['held', msg`Held for pools`, msg`Owed to fans until delivery`],
  ['payable', msg`Payable`, msg`Released, owed to creators`],
  ['inTransit', msg`Payouts under way`, msg`Sent to creators’ banks`],
  ['disputed', msg`Disputed`, msg`Held by banks until they decide`],
  ['creatorDebt', msg`Owed by creators`, msg`Released money that went back to fans`],
  ['fees', msg`Platform fees`, msg`Earned so far`],
  ['openCardCosts', msg`Card costs, not recovered`, msg`Of pools in progress and refunded payments`],
  ['clearing', msg`At the card processor`, msg`Balance according to our ledger`],
  ['reserved', msg`In the processor’s reserve`, msg`Ours, but kept by the card processor`],
];

/** The balances by place. */
export function Position({ position }: { position: AdminMoney['position'] }) {
  const figures = places.flatMap(([field, name, note]) => {
    const cents = position[field];
    return cents === undefined ? [] : [{ name: textOf(name), figure: formatMoneyExact(cents), note: textOf(note) }];
  });
  return <FigureList figures={figures} />;
}

type Held = AdminMoney['held'][number];

const heldStatusText = (status: string) =>
  status in adminPoolStatusWords ? textOf(adminPoolStatusWords[status as keyof typeof adminPoolStatusWords]) : status;

const heldColumns = (): readonly Column<Held>[] => [
  {
    key: 'pool',
    header: t`Pool`,
    cell: (pool) => <PoolLink {...pool} />,
  },
  {
    key: 'status',
    header: t`Status`,
    cell: ({ status }) => heldStatusText(status),
  },
  { key: 'held', header: t`Held`, align: 'end', cell: ({ heldCents }) => formatMoneyExact(heldCents) },
];

/** The pools that hold the most. */
export function HeldTable({ held, total }: { held: readonly Held[]; total: number }) {
  if (held.length === 0) {
    return (
      <EmptyState
        title={t`No money is held`}
        actions={<LinkButton to={paths.adminPools}>{t`See all pools`}</LinkButton>}
      >{t`Paid pledges appear here until their pool is delivered.`}</EmptyState>
    );
  }
  return (
    <>
      <DataTable caption={t`Money held per pool`} columns={heldColumns()} rows={held} rowKey={({ poolId }) => poolId} />
      {total > held.length ? (
        <p className="mt-2 text-sm text-muted">
          {total === limits.adminCountMax
            ? t`The ${{ shown: held.length }} largest of at least ${plural({ pools: total }, { one: '# pool', other: '# pools' })}.`
            : t`The ${{ shown: held.length }} largest of ${plural({ pools: total }, { one: '# pool', other: '# pools' })}.`}
        </p>
      ) : null}
    </>
  );
}

const monthColumn = (key: Exclude<keyof MoneyMonth, 'month'>, header: Text): Column<MoneyMonth> => ({
  key,
  header,
  align: 'end',
  cell: (row) => formatMoneyExact(row[key]),
});
const monthColumns = (): readonly Column<MoneyMonth>[] => [
  { key: 'month', header: t`Month`, cell: ({ month }) => monthName(month) },
  monthColumn('charged', t`Charged`),
  monthColumn('refunded', t`Refunded`),
  monthColumn('released', t({ message: 'Released', context: 'money' })),
  monthColumn('fees', t`Platform fees`),
  monthColumn('cardCosts', t`Card costs`),
  monthColumn('paidOut', t`Paid out`),
];

/** The movements of each month. */
export function MonthTable({ months }: { months: readonly MoneyMonth[] }) {
  if (months.length === 0)
    return (
      <EmptyState
        title={t`No months yet`}
        actions={<LinkButton to={paths.adminPools}>{t`See all pools`}</LinkButton>}
      >{t`The first charge starts the first month. Cards are charged when a pool meets its goal and the creator accepts.`}</EmptyState>
    );
  return (
    <DataTable caption={t`Movements by month`} columns={monthColumns()} rows={months} rowKey={({ month }) => month} />
  );
}
