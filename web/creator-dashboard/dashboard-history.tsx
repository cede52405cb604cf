import { useState } from 'react';
import type { CreatorRequest, listCreatorPayouts } from '#contract/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { formatMoneyExact } from '#contract/money.ts';
import { poolStatusWords } from '#contract/pool-status-labels.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Day } from '#web/ui/time-left.tsx';
import { payouts } from './dashboard-data.ts';

type Payout = OutputOf<typeof listCreatorPayouts>['payouts'][number];

const states: Record<Payout['status'], readonly [string, Tone]> = {
  pending: ['Preparing', 'plain'],
  in_transit: ['In transit', 'accent'],
  paid: ['Paid', 'paid'],
  failed: ['Failed, will be retried', 'danger'],
};

const payoutColumns: readonly Column<Payout>[] = [
  { key: 'pool', header: 'Pool', cell: (row) => row.poolTitle ?? '–' },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Chip tone={states[row.status][1]}>{states[row.status][0]}</Chip>,
  },
  { key: 'date', header: 'Date', cell: (row) => <Day at={row.paidAt ?? row.createdAt} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: (row) => formatMoneyExact(row.amountCents) },
];

/** The creator's payouts, newest first. */
export function PayoutList() {
  const list = useData(payouts);
  return (
    <section className="desk-section" aria-labelledby="payouts">
      <h2 id="payouts">Payouts</h2>
      <Loaded
        of={list}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed="We couldn’t load your payouts"
        empty={({ payouts: rows }) =>
          rows.length === 0 && (
            <div className="card">
              <EmptyState title="No payouts yet">
                A payout starts automatically when a delivery’s quiet period ends.
              </EmptyState>
            </div>
          )
        }
      >
        {({ payouts: rows }) => (
          <DataTable caption="List of payouts" columns={payoutColumns} rows={rows} rowKey={(row) => row.id} />
        )}
      </Loaded>
    </section>
  );
}

const endedColumns: readonly Column<CreatorRequest>[] = [
  {
    key: 'pool',
    header: 'Pool',
    cell: (row) => (
      <Link to={row.canonicalPath} className="font-semibold hover:underline wrap-anywhere">
        {row.title}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'How it ended',
    cell: (row) => <Chip tone={row.status === 'completed' ? 'paid' : 'plain'}>{poolStatusWords[row.status]}</Chip>,
  },
  {
    key: 'net',
    header: 'You received',
    align: 'end',
    cell: (row) => (row.status === 'completed' ? formatMoneyExact(row.forecast.netCents) : '–'),
  },
];

const shownAtFirst = 6;

/** The creator's ended pools. */
export function EndedList({ ended }: { ended: readonly CreatorRequest[] }) {
  const [all, setAll] = useState(false);
  if (ended.length === 0) return null;
  return (
    <section className="desk-section" aria-labelledby="ended">
      <h2 id="ended">
        Ended <span className="desk-count">{ended.length}</span>
      </h2>
      <DataTable
        caption="List of ended pools"
        columns={endedColumns}
        rows={all ? ended : ended.slice(0, shownAtFirst)}
        rowKey={(row) => row.id}
      />
      {ended.length > shownAtFirst && !all ? (
        <Button className="mt-3" onClick={() => setAll(true)}>
          Show all {ended.length}
        </Button>
      ) : null}
    </section>
  );
}
