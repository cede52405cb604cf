import type { CreatorRequest, listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { poolFansPath } from '#contract/paths.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PoolPicture } from '#web/ui/pool-picture.tsx';
import { Day } from '#web/ui/time-left.tsx';
import { payoutsOn, requestsOn } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { useRetryPayout } from './payout-pages.ts';
import { useHrefOf } from './stage-page.tsx';

type Payout = OutputOf<typeof listCreatorPayouts>['payouts'][number];

const states: Record<Payout['status'], readonly [string, Tone]> = {
  waiting: ['Waiting for your payout setup', 'accent'],
  pending: ['Preparing', 'plain'],
  in_transit: ['In transit', 'accent'],
  paid: ['Paid', 'paid'],
  failed: ['Came back', 'danger'],
};

function labelOf({ status, heldBack, onHold, accountHeldUntil }: Payout): string {
  if (onHold) return 'Held by an admin';
  if (accountHeldUntil) return `Waits until ${fullDate(accountHeldUntil)}`;
  return heldBack ? 'Waiting for the owner of this site' : states[status][0];
}

function SendAgain({ payout }: { payout: Payout }) {
  const { mutate, isPending } = useRetryPayout();
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate(payout.id)}>
      Send again<span className="sr-only"> the payout for {payout.poolTitle}</span>
    </Button>
  );
}

const payoutColumns: readonly Column<Payout>[] = [
  { key: 'pool', header: 'Pool', cell: (row) => row.poolTitle ?? '–' },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-2">
        <Chip tone={states[row.status][1]}>{labelOf(row)}</Chip>
        {row.status === 'failed' && !row.onHold && !row.accountHeldUntil ? <SendAgain payout={row} /> : null}
      </span>
    ),
  },
  { key: 'date', header: 'Date', cell: (row) => <Day at={row.paidAt ?? row.createdAt} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => (
      <>
        {formatMoneyExact(row.amountCents)}
        {row.deductedCents > 0 ? (
          <span className="block text-sm text-muted">after {formatMoneyExact(row.deductedCents)} you owed</span>
        ) : null}
        {row.reversedCents > 0 ? (
          <span className="block text-sm text-muted">{formatMoneyExact(row.reversedCents)} was taken back</span>
        ) : null}
      </>
    ),
  },
];

/** The creator's payouts, newest first. */
export function PayoutList({ page }: { page: number }) {
  const list = useData(payoutsOn(page), { keepPrevious: true });
  const hrefOf = useHrefOf('payouts');
  return (
    <DashboardSection id="payouts" title="Payouts" screenOnly>
      <Loaded
        of={list}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed="We couldn’t load your payouts"
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <div className="card">
              <EmptyState title="No payouts yet">
                A payout starts automatically when a delivery’s quiet period ends.
              </EmptyState>
            </div>
          )
        }
      >
        {({ payouts, pagination }) => (
          <>
            <DataTable
              caption="List of payouts"
              columns={payoutColumns}
              rows={payouts}
              rowKey={(row) => row.id}
              busy={list.isPlaceholderData}
            />
            <div className="mt-6">
              <Pagination {...pagination} hrefOf={hrefOf} from={pagination.pageSize} />
            </div>
          </>
        )}
      </Loaded>
    </DashboardSection>
  );
}

const endedColumns: readonly Column<CreatorRequest>[] = [
  {
    key: 'pool',
    header: 'Pool',
    cell: (row) => (
      <Link to={row.canonicalPath} className="flex items-center gap-3 font-semibold hover:underline wrap-anywhere">
        <span className="relative block size-11 shrink-0 overflow-hidden rounded-md bg-sunken *:size-full *:object-cover">
          <PoolPicture pool={row} sizes="64px" />
        </span>
        <span>{row.title}</span>
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'How it ended',
    cell: (row) => <Chip tone={row.status === 'completed' ? 'paid' : 'plain'}>{poolStatusWords[row.status]}</Chip>,
  },
  { key: 'date', header: 'Ended', cell: (row) => (row.endedAt ? <Day at={row.endedAt} /> : '–') },
  {
    key: 'net',
    header: 'You received',
    align: 'end',
    cell: (row) => (row.wasCompleted ? formatMoneyExact(row.forecast.netCents) : '–'),
  },
  {
    key: 'fans',
    header: 'Fans',
    cell: (row) =>
      row.status === 'removed' ? (
        '–'
      ) : (
        <Link to={poolFansPath(row.id)} className="text-link">
          {count(row.fanCount, 'fan')}
          <span className="sr-only"> of {row.title}</span>
        </Link>
      ),
  },
];

/** The sum that the creator received, above a list that fits on one page. */
function EndedSum({ items }: { items: readonly CreatorRequest[] }) {
  const delivered = items.filter(({ wasCompleted }) => wasCompleted);
  const cents = delivered.reduce((sum, { forecast }) => sum + forecast.netCents, 0);
  return (
    <p className="mb-4 text-muted">
      {delivered.length > 0 ? (
        <span>
          You received <b className="num text-ink">{formatMoneyExact(cents)}</b> for{' '}
          {count(delivered.length, 'delivery', 'deliveries')}.{' '}
        </span>
      ) : null}
      <span>Declined and refunded pools stay in this list too.</span>
    </p>
  );
}

/** The creator's ended pools, newest first. */
export function EndedList({ page }: { page: number }) {
  const list = useData(requestsOn('ended', page), { keepPrevious: true });
  const hrefOf = useHrefOf('page');
  return (
    <section aria-labelledby="ended">
      <h2 id="ended" className="sr-only">
        Ended pools
      </h2>
      <Loaded
        of={list}
        loading={<Skeleton className="h-80 rounded-lg" />}
        failed="We couldn’t load your ended pools"
        empty={({ pagination }) =>
          pagination.totalCount === 0 && (
            <div className="card">
              <EmptyState title="No pool has ended yet">
                Pools that were delivered, declined or refunded appear here with what you received.
              </EmptyState>
            </div>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination.totalPages === 1 ? <EndedSum items={items} /> : null}
            <DataTable
              caption="List of ended pools"
              columns={endedColumns}
              rows={items}
              rowKey={(row) => row.id}
              busy={list.isPlaceholderData}
            />
            <div className="mt-6">
              <Pagination {...pagination} hrefOf={hrefOf} from={limits.creatorRequestsPageSize} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
