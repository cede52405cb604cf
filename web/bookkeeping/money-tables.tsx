import type { AdminMoney, MoneyMonth } from '#contract/admin/money.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { adminPoolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { FigureList } from '#web/admin-table/figure-list.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { PoolLink } from './movement-labels.tsx';

const places: readonly [field: keyof AdminMoney['position'], name: string, note: string][] = [
  ['held', 'Held for pools', 'Owed to fans until delivery'],
  ['payable', 'Payable', 'Released, owed to creators'],
  ['inTransit', 'Payouts under way', 'Sent to creators’ banks'],
  ['disputed', 'Disputed', 'Held by banks until they decide'],
  ['creatorDebt', 'Owed by creators', 'Released money that went back to fans'],
  ['fees', 'Platform fees', 'Earned so far'],
  ['openCardCosts', 'Card costs, not recovered', 'Of pools in progress and refunded payments'],
  ['clearing', 'At the card processor', 'Balance according to our ledger'],
  ['reserved', 'In the processor’s reserve', 'Ours, but kept by the card processor'],
];

/** The balances by place. */
export function Position({ position }: { position: AdminMoney['position'] }) {
  const figures = places.flatMap(([field, name, note]) => {
    const cents = position[field];
    return cents === undefined ? [] : [{ name, figure: formatMoneyExact(cents), note }];
  });
  return <FigureList figures={figures} />;
}

type Held = AdminMoney['held'][number];

const heldColumns: readonly Column<Held>[] = [
  {
    key: 'pool',
    header: 'Pool',
    cell: (pool) => <PoolLink {...pool} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => adminPoolStatusWords[status as keyof typeof adminPoolStatusWords] ?? status,
  },
  { key: 'held', header: 'Held', align: 'end', cell: ({ heldCents }) => formatMoneyExact(heldCents) },
];

/** The pools that hold the most. */
export function HeldTable({ held, total }: { held: readonly Held[]; total: number }) {
  if (held.length === 0) {
    return (
      <EmptyState title="No money is held" actions={<LinkButton to={paths.adminPools}>See all pools</LinkButton>}>
        Paid pledges appear here until their pool is delivered.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable caption="Money held per pool" columns={heldColumns} rows={held} rowKey={({ poolId }) => poolId} />
      {total > held.length ? (
        <p className="mt-2 text-sm text-muted">
          The {held.length} largest of{' '}
          <span>{`${total === limits.adminCountMax ? 'at least ' : ''}${count(total, 'pool')}`}</span>.
        </p>
      ) : null}
    </>
  );
}

const monthColumn = (key: Exclude<keyof MoneyMonth, 'month'>, header: string): Column<MoneyMonth> => ({
  key,
  header,
  align: 'end',
  cell: (row) => formatMoneyExact(row[key]),
});
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthColumns: readonly Column<MoneyMonth>[] = [
  { key: 'month', header: 'Month', cell: ({ month }) => monthName.format(new Date(`${month}-01T00:00:00Z`)) },
  monthColumn('charged', 'Charged'),
  monthColumn('refunded', 'Refunded'),
  monthColumn('released', 'Released'),
  monthColumn('fees', 'Platform fees'),
  monthColumn('cardCosts', 'Card costs'),
  monthColumn('paidOut', 'Paid out'),
];

/** The movements of each month. */
export function MonthTable({ months }: { months: readonly MoneyMonth[] }) {
  if (months.length === 0)
    return (
      <EmptyState title="No months yet" actions={<LinkButton to={paths.adminPools}>See all pools</LinkButton>}>
        The first charge starts the first month. Cards are charged when a pool meets its goal and the creator accepts.
      </EmptyState>
    );
  return <DataTable caption="Movements by month" columns={monthColumns} rows={months} rowKey={({ month }) => month} />;
}
