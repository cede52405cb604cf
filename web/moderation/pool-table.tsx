import { DoorOpen, Snowflake, Star, StarOff, Sun, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listAdminPools } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { adminPoolStatusWords, poolStatuses } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { Day, TimeLeft } from '#web/ui/time-left.tsx';
import { pools } from './lists.ts';
import { type PendingPoolAction, PoolActionDialog, usePoolMenu } from './pool-actions.tsx';
import { PoolHistory } from './pool-history.tsx';
import { type AdminPool, actOn, type PoolAction, planFor, poolReads } from './pool-plan.ts';

const tones: Partial<Record<PoolStatus, Tone>> = {
  in_review: 'accent',
  shortfall: 'danger',
  delivery_review: 'accent',
  delivered: 'paid',
  completed: 'paid',
  removed: 'danger',
};

function Status({ pool }: { pool: AdminPool }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Chip tone={tones[pool.status]}>{adminPoolStatusWords[pool.status]}</Chip>
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

/** The pool's next deadline. */
function Next({ pool }: { pool: AdminPool }) {
  const { clocks } = pool;
  const waits: Partial<Record<PoolStatus, readonly [string | null, string]>> = {
    open: [pool.deadline, 'left to fund'],
    goal_met: [clocks.responseDueAt ?? pool.deadline, 'to answer'],
    accepted: clocks.accountDueAt ? [clocks.accountDueAt, 'to set up payouts'] : [pool.deadline, 'left to fund'],
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

function Pledged({ pool }: { pool: AdminPool }) {
  return (
    <span>
      <b>{formatMoney(pool.pledgedAmount)}</b>{' '}
      <span className="text-sm whitespace-nowrap text-muted">
        {percentageText(pool.pledgedAmount, pool.fundingGoal)} of {formatMoney(pool.fundingGoal)}
      </span>
    </span>
  );
}

function Held({ pool }: { pool: AdminPool }) {
  if (pool.heldCents === 0) return <span className="text-muted">$0</span>;
  return <b className="text-paid-text">{formatMoney(pool.heldCents)}</b>;
}

const columns: readonly ListColumn<AdminPool>[] = [
  { key: 'status', header: 'State', sort: { up: 'status', down: '-status' }, cell: (pool) => <Status pool={pool} /> },
  {
    key: 'pledged',
    header: 'Pledged',
    align: 'end',
    sort: { up: 'pledged', down: '-pledged' },
    cell: (pool) => <Pledged pool={pool} />,
  },
  { key: 'held', header: 'Held', align: 'end', extra: true, cell: (pool) => <Held pool={pool} /> },
  {
    key: 'next',
    header: 'Time left',
    extra: true,
    sort: { up: 'deadline', down: '-deadline' },
    cell: (pool) => <Next pool={pool} />,
  },
  {
    key: 'created',
    header: 'Started',
    extra: true,
    sort: { up: 'oldest', down: 'newest' },
    cell: (pool) => <Day at={pool.createdAt} />,
  },
];

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['title', 'Title, A to Z'],
  ['-title', 'Title, Z to A'],
  ['-pledged', 'Most pledged'],
  ['pledged', 'Least pledged'],
  ['deadline', 'Least time left'],
  ['-deadline', 'Most time left'],
  ['status', 'State, A to Z'],
  ['-status', 'State, Z to A'],
] as const;

const states = {
  name: 'status',
  label: 'State',
  options: [
    ['', 'All states'],
    ['frozen', 'Frozen'],
    ...poolStatuses.map((status) => [status, adminPoolStatusWords[status]] as const),
  ],
} as const;

function bulkOf(
  action: PoolAction,
  label: string,
  done: string,
  icon: ReactNode,
  more: Partial<BulkAction<AdminPool>> = {},
) {
  return {
    key: action,
    label,
    done,
    icon,
    plan: (pool: AdminPool) => planFor(action, pool),
    run: (pool: AdminPool, reason: string | undefined) =>
      actOn(pool, action, { reason, keepsDelivery: action === 'remove' && pool.status === 'completed' }),
    refresh: poolReads,
    ...more,
  } satisfies BulkAction<AdminPool>;
}

const bulk: readonly BulkAction<AdminPool>[] = [
  bulkOf('open', 'Open', 'Open to pledges', <DoorOpen aria-hidden="true" />),
  bulkOf('highlight', 'Highlight', 'Highlighted', <Star aria-hidden="true" />),
  bulkOf('unhighlight', 'Unhighlight', 'No longer highlighted', <StarOff aria-hidden="true" />),
  bulkOf('freeze', 'Freeze', 'Frozen', <Snowflake aria-hidden="true" />, {
    variant: 'danger',
    reason: { label: 'Reason', hint: 'Recorded in the audit trail.' },
  }),
  bulkOf('unfreeze', 'Unfreeze', 'Deadlines are running again', <Sun aria-hidden="true" />),
  bulkOf('remove', 'Remove', 'Removed', <Trash2 aria-hidden="true" />, {
    variant: 'danger',
    reason: { label: 'Reason', hint: 'We’ll send this to the owners and the fans.' },
  }),
];

/** All pools in every state. */
export function PoolTable() {
  const [asked, setAsked] = useState<PendingPoolAction>();
  const menuOf = usePoolMenu(setAsked);
  return (
    <>
      <AdminList<AdminPool>
        list={pools.list}
        title="Tip pools"
        lead="Every pool in every state, with the money held for it."
        header="Pool"
        headerSort={{ up: 'title', down: '-title' }}
        endpoint={listAdminPools}
        wanted={pools.page}
        live="pools"
        filters={[states]}
        orders={orders}
        searchLabel="Search by title, owner, creator or id"
        failed="We couldn’t load the pools"
        empty={{
          title: 'No pools yet',
          text: 'Pools appear here as soon as a fan starts one. You can start the first one yourself.',
          action: { to: paths.createPool, label: 'Create the first pool' },
        }}
        bulk={bulk}
        row={{
          title: ({ title }) => title,
          name: ({ title }) => title,
          subtitle: ({ creator, targetCreator }) =>
            `by @${creator.username}${targetCreator ? ` for ${targetCreator.displayName}` : ''}`,
          columns,
          actions: menuOf,
        }}
        drawer={({ id, row, onClose }) => (
          <DetailDrawer
            id={id}
            wanted={pools.detail(id)}
            row={row}
            title={({ title }) => title}
            name={({ title }) => title}
            onClose={onClose}
          >
            {(pool) => <PoolHistory pool={pool} status={<Status pool={pool} />} items={menuOf(pool)} />}
          </DetailDrawer>
        )}
      />
      {asked ? <PoolActionDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
