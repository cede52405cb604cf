import { Snowflake, Star } from 'lucide-react';
import { useState } from 'react';
import { formatMoney, percentageText } from '#contract/money.ts';
import { poolStatusWords } from '#contract/pool-status-labels.ts';
import { type PoolStatus, poolStatuses } from '#contract/pools.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';
import { type AdminPool, AdminPoolActions, type PendingPoolAction, PoolActionDialog } from './pool-actions.tsx';
import { QueueList, QueueTools, useQueue } from './queue-frame.tsx';
import { queueHref } from './queue-state.ts';
import { poolQueue, poolsOf } from './queues.ts';

const tones: Partial<Record<PoolStatus, Tone>> = {
  in_review: 'accent',
  shortfall: 'danger',
  delivery_review: 'accent',
  delivered: 'paid',
  completed: 'paid',
  removed: 'danger',
};

function Title({ pool }: { pool: AdminPool }) {
  const asked = pool.targetCreator?.displayName;
  return (
    <div className="min-w-52">
      <Link to={pool.canonicalPath} className="tap font-semibold wrap-anywhere hover:underline">
        {pool.title}
      </Link>
      <span className="block text-sm text-muted wrap-anywhere">
        by @{pool.creator.username}
        {asked ? ` for ${asked}` : ''}
      </span>
    </div>
  );
}

function Status({ pool }: { pool: AdminPool }) {
  return (
    <div className="flex flex-wrap gap-1.5 justify-end @xl:justify-start">
      <Chip tone={tones[pool.status]}>{poolStatusWords[pool.status]}</Chip>
      {pool.frozen ? (
        <Chip tone="danger" icon={<Snowflake aria-hidden="true" />}>
          Frozen
        </Chip>
      ) : null}
      {pool.isHighlighted ? (
        <Chip tone="accent" icon={<Star aria-hidden="true" />}>
          Highlighted
        </Chip>
      ) : null}
      {pool.adult ? <Chip>18+</Chip> : null}
    </div>
  );
}

/** The moment that the pool waits for. */
function Next({ pool }: { pool: AdminPool }) {
  const { clocks } = pool;
  const waits: Partial<Record<PoolStatus, readonly [string | null, string]>> = {
    open: [pool.deadline, 'of funding'],
    goal_met: [clocks.responseDueAt ?? pool.deadline, 'to answer'],
    accepted: [pool.deadline, 'of funding'],
    collecting: [clocks.paymentDueAt, 'to pay'],
    shortfall: [clocks.shortfallDueAt, 'to decide'],
    in_production: [clocks.deliveryDueAt, 'to deliver'],
    delivered: [clocks.quietUntil, 'of quiet'],
  };
  const [until, what] = waits[pool.status] ?? [null, ''];
  if (!until) return <span className="text-muted">–</span>;
  return (
    <span>
      <span className="whitespace-nowrap">
        <TimeLeft until={until} />
      </span>{' '}
      <span className="text-sm whitespace-nowrap text-muted">{what}</span>
    </span>
  );
}

const columns: readonly Column<AdminPool>[] = [
  { key: 'title', header: 'Pool', cell: (pool) => <Title pool={pool} /> },
  { key: 'status', header: 'State', cell: (pool) => <Status pool={pool} /> },
  {
    key: 'pledged',
    header: 'Pledged',
    align: 'end',
    cell: (pool) => (
      <span>
        <b>{formatMoney(pool.pledgedAmount)}</b>{' '}
        <span className="text-sm whitespace-nowrap text-muted">
          {percentageText(pool.pledgedAmount, pool.fundingGoal)} of {formatMoney(pool.fundingGoal)}
        </span>
      </span>
    ),
  },
  {
    key: 'held',
    header: 'Held',
    align: 'end',
    cell: (pool) =>
      pool.heldCents > 0 ? (
        <b className="text-paid-text">{formatMoney(pool.heldCents)}</b>
      ) : (
        <span className="text-muted">$0</span>
      ),
  },
  { key: 'next', header: 'Left', cell: (pool) => <Next pool={pool} /> },
  { key: 'created', header: 'Started', sortKey: 'createdAt', cell: (pool) => <Day at={pool.createdAt} /> },
];

function TableSkeleton() {
  return (
    <div className="card grid gap-4 p-5">
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <Skeleton key={index} className="h-11 w-full" />
      ))}
    </div>
  );
}

/** All pools in every state. */
export function PoolTable() {
  const state = useQueue(poolQueue);
  const [asked, setAsked] = useState<PendingPoolAction>();
  const acts: Column<AdminPool> = {
    key: 'acts',
    header: '',
    align: 'end',
    cell: (pool) => <AdminPoolActions pool={pool} onAsk={setAsked} />,
  };
  return (
    <>
      <PageHeader title="Tip pools" lead="Every pool in every state, with the money that is held for it." />
      <QueueTools queue={poolQueue} state={state} searchLabel="Search by title, owner or creator">
        <div className="w-full sm:w-56">
          <SelectField
            label="State"
            hideLabel
            value={state.status}
            onChange={(event) =>
              navigate(queueHref(poolQueue, state, { status: event.target.value }), { keepScroll: true })
            }
          >
            <option value="all">All states</option>
            <option value="frozen">Frozen</option>
            {poolStatuses.map((status) => (
              <option key={status} value={status}>
                {poolStatusWords[status]}
              </option>
            ))}
          </SelectField>
        </div>
      </QueueTools>
      <QueueList
        queue={poolQueue}
        state={state}
        wanted={poolsOf(state)}
        loading={<TableSkeleton />}
        failed="Pools could not be loaded"
        empty={{ title: 'No pools here', text: 'No pool is in this state right now.' }}
      >
        {(pools: AdminPool[], busy) => (
          <DataTable
            caption="Tip pools"
            columns={[...columns, acts]}
            rows={pools}
            rowKey={(pool) => pool.id}
            busy={busy}
            sort={state.sort === 'newest' ? '-createdAt' : 'createdAt'}
            onSort={(sort) =>
              navigate(queueHref(poolQueue, state, { sort: sort.startsWith('-') ? 'newest' : 'oldest' }), {
                replace: true,
                keepScroll: true,
              })
            }
          />
        )}
      </QueueList>
      {asked ? <PoolActionDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
