import { DoorOpen, Snowflake, Star, StarOff, Sun, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import { listAdminPools } from '#contract/calls/admin.ts';
import { type Message, msg, plural, t, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { poolStatuses } from '#contract/pools/pool-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { formatMoney, percentageText } from '#contract/values/money.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
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
      <Chip tone={tones[pool.status]}>{textOf(adminPoolStatusWords[pool.status])}</Chip>
      {pool.frozen ? <Chip tone="danger" icon={<Snowflake aria-hidden="true" />}>{t`Frozen`}</Chip> : null}
      {pool.isHighlighted ? <Chip tone="accent" icon={<Star aria-hidden="true" />}>{t`Highlighted`}</Chip> : null}
      {pool.adult ? <Chip>{verbatim('18+')}</Chip> : null}
    </div>
  );
}

/** The pool's next deadline. */
function Next({ pool }: { pool: AdminPool }) {
  const { clocks } = pool;
  const toFund = msg`<time/> <what>left to fund</what>`;
  const waits: Partial<Record<PoolStatus, readonly [string | null, Message]>> = {
    open: [pool.deadline, toFund],
    goal_met: [clocks.responseDueAt ?? pool.deadline, msg`<time/> <what>to answer</what>`],
    accepted: clocks.accountDueAt
      ? [clocks.accountDueAt, msg`<time/> <what>to set up payouts</what>`]
      : [pool.deadline, toFund],
    collecting: [clocks.paymentDueAt, msg`<time/> <what>to pay</what>`],
    shortfall: [clocks.shortfallDueAt, msg`<time/> <what>to decide</what>`],
    in_production: [clocks.deliveryDueAt, msg`<time/> <what>to deliver</what>`],
    delivered: [clocks.quietUntil, msg`<time/> <what>of quiet</what>`],
  };
  const [until, text] = waits[pool.status] ?? [];
  if (!until || !text) return <span className="text-muted">–</span>;
  return (
    <span>
      <RichText
        text={text}
        tags={{
          time: () => (
            <span className="whitespace-nowrap">
              <TimeLeft until={until} />
            </span>
          ),
          what: (words) => <span className="text-sm whitespace-nowrap text-muted">{words}</span>,
        }}
      />
    </span>
  );
}

function Pledged({ pool }: { pool: AdminPool }) {
  return (
    <span>
      <b>{formatMoney(pool.pledgedAmount)}</b>{' '}
      <span className="text-sm whitespace-nowrap text-muted">
        {t`${{ percentage: percentageText(pool.pledgedAmount, pool.fundingGoal) }} of ${{ goal: formatMoney(pool.fundingGoal) }}`}
      </span>
    </span>
  );
}

function Held({ pool }: { pool: AdminPool }) {
  if (pool.heldCents === 0) return <span className="text-muted">{formatMoney(0)}</span>;
  return <b className="text-paid-text">{formatMoney(pool.heldCents)}</b>;
}

const columns: readonly ListColumn<AdminPool>[] = [
  {
    key: 'status',
    header: msg`State`,
    sort: { up: 'status', down: '-status' },
    cell: (pool) => <Status pool={pool} />,
  },
  {
    key: 'pledged',
    header: msg`Pledged`,
    align: 'end',
    sort: { up: 'pledged', down: '-pledged' },
    cell: (pool) => <Pledged pool={pool} />,
  },
  { key: 'held', header: msg`Held`, align: 'end', extra: true, cell: (pool) => <Held pool={pool} /> },
  {
    key: 'next',
    header: msg`Time left`,
    extra: true,
    sort: { up: 'deadline', down: '-deadline' },
    cell: (pool) => <Next pool={pool} />,
  },
  {
    key: 'created',
    header: msg({ message: 'Started', context: 'label of a date' }),
    extra: true,
    sort: { up: 'oldest', down: 'newest' },
    cell: (pool) => <Day at={pool.createdAt} />,
  },
];

const orders = [
  ['newest', msg`Newest first`],
  ['oldest', msg`Oldest first`],
  ['title', msg`Title, A to Z`],
  ['-title', msg`Title, Z to A`],
  ['-pledged', msg`Most pledged`],
  ['pledged', msg`Least pledged`],
  ['deadline', msg`Least time left`],
  ['-deadline', msg`Most time left`],
  ['status', msg`State, A to Z`],
  ['-status', msg`State, Z to A`],
] as const;

const states = (): FilterSelect => ({
  name: 'status',
  label: t`State`,
  options: [
    ['', t`All states`],
    ['frozen', t`Frozen`],
    ...poolStatuses.map((status) => [status, textOf(adminPoolStatusWords[status])] as const),
  ],
});

function bulkOf(
  action: PoolAction,
  texts: Pick<BulkAction<AdminPool>, 'open' | 'question' | 'start'>,
  done: Message,
  icon: ReactNode,
  more: Partial<BulkAction<AdminPool>> = {},
) {
  return {
    key: action,
    ...texts,
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
  bulkOf(
    'open',
    {
      open: msg({ message: 'Open…', context: 'an action: lets a pool take pledges' }),
      question: (pools) => t`Open ${plural({ pools }, { one: '# row', other: '# rows' })}?`,
      start: (pools) => t`Open ${{ pools }}`,
    },
    msg`Open to pledges`,
    <DoorOpen aria-hidden="true" />,
  ),
  bulkOf(
    'highlight',
    {
      open: msg`Highlight…`,
      question: (rows) => t`Highlight ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Highlight ${{ rows }}`,
    },
    msg`Highlighted`,
    <Star aria-hidden="true" />,
  ),
  bulkOf(
    'unhighlight',
    {
      open: msg`Unhighlight…`,
      question: (rows) => t`Unhighlight ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Unhighlight ${{ rows }}`,
    },
    msg`No longer highlighted`,
    <StarOff aria-hidden="true" />,
  ),
  bulkOf(
    'freeze',
    {
      open: msg`Freeze…`,
      question: (rows) => t`Freeze ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Freeze ${{ rows }}`,
    },
    msg`Frozen`,
    <Snowflake aria-hidden="true" />,
    {
      variant: 'danger',
      reason: { label: msg`Reason`, hint: msg`Recorded in the audit trail.` },
    },
  ),
  bulkOf(
    'unfreeze',
    {
      open: msg`Unfreeze…`,
      question: (rows) => t`Unfreeze ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Unfreeze ${{ rows }}`,
    },
    msg`Deadlines are running again`,
    <Sun aria-hidden="true" />,
  ),
  bulkOf(
    'remove',
    {
      open: msg`Remove…`,
      question: (rows) => t`Remove ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
      start: (rows) => t`Remove ${{ rows }}`,
    },
    msg`Removed`,
    <Trash2 aria-hidden="true" />,
    {
      variant: 'danger',
      reason: { label: msg`Reason`, hint: msg`We’ll send this to the owners and the fans.` },
    },
  ),
];

/** All pools in every state. */
export function PoolTable() {
  const [asked, setAsked] = useState<PendingPoolAction>();
  const menuOf = usePoolMenu(setAsked);
  return (
    <>
      <AdminList<AdminPool>
        list={pools.list}
        title={t`Tip pools`}
        lead={t`Every pool in every state, with the money held for it.`}
        header={t`Pool`}
        headerSort={{ up: 'title', down: '-title' }}
        endpoint={listAdminPools}
        wanted={pools.page}
        live="pools"
        filters={[states()]}
        orders={orders}
        searchLabel={t`Search by title, owner, creator or id`}
        failed={t`We couldn’t load the pools`}
        empty={{
          title: t`No pools yet`,
          text: t`Pools appear here as soon as a fan starts one. You can start the first one yourself.`,
          action: { to: paths.createPool, label: t`Create the first pool` },
        }}
        bulk={bulk}
        row={{
          title: ({ title }) => title,
          name: ({ title }) => title,
          subtitle: ({ creator, targetCreator }) =>
            targetCreator
              ? t`by @${{ username: creator.username }} for ${{ creator: targetCreator.displayName }}`
              : t`by @${{ username: creator.username }}`,
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
