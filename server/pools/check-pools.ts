import type { PoolStatus } from '#contract/pools/pools.ts';
import { changesRecordedSince } from '#server/money/payouts/can-receive-payouts.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { unansweredMs } from './lifecycle/apply-pool-deadline.ts';
import { allowedTransitions } from './pool-state.ts';
import type { WaitingLimits } from './waiting-pools.sql.ts';

const allowedPairs = Object.entries(allowedTransitions)
  .flatMap(([from, targets]: [string, readonly PoolStatus[]]) => targets.map((to) => `('${from}', '${to}')`))
  .join(', ');

/** Invariants of pools. Each query must return no rows; a row identifies a violation. */
export const poolInvariants: readonly Invariant[] = [
  {
    name: 'cached totals of pools equal their pledges',
    sql: `select p.id, p.pledged_cents, p.paid_cents, p.fan_count, coalesce(l.pledged, 0) as should_be_pledged,
        coalesce(l.paid, 0) as should_be_paid, coalesce(l.fans, 0) as should_be_fans
      from pools p left join (
        select pool_id, sum(amount_cents) as pledged, sum(amount_cents - refunded_cents) filter (where status = 'paid') as paid, count(*) as fans
        from pledges where status in ('pledged', 'charging', 'notified', 'paid') group by pool_id) l on l.pool_id = p.id
      where (p.pledged_cents, p.paid_cents, p.fan_count) <> (coalesce(l.pledged, 0), coalesce(l.paid, 0), coalesce(l.fans, 0))`,
  },
  {
    name: 'every pool came to its state by an unbroken chain of allowed transitions',
    sql: `with moves as (
        select e.pool_id, e.id, e.from_status, e.to_status, lag(e.to_status) over (partition by e.pool_id order by e.id) as before,
          row_number() over (partition by e.pool_id order by e.id desc) as back
        from pool_events e)
      select p.id, p.status, m.from_status, m.to_status, m.before from pools p left join moves m on m.pool_id = p.id
      where m.id is null or m.from_status is distinct from m.before or (m.back = 1 and m.to_status <> p.status)
        or (m.from_status is null and m.to_status not in ('in_review', 'open'))
        or (m.from_status is not null and (m.from_status, m.to_status) not in (values ${allowedPairs}))`,
  },
  {
    name: 'the clock of a pool is the moment its state waits for',
    sql: `select id, status, clock_at from pools
      where case status
          when 'open' then clock_at is distinct from deadline
          when 'accepted' then clock_at is distinct from coalesce(case when account_paused_at is null then account_due_at end, deadline)
          when 'goal_met' then clock_at is null or clock_at is distinct from response_due_at
          when 'collecting' then clock_at is null or clock_at is distinct from payment_due_at
          when 'shortfall' then clock_at is null or clock_at is distinct from shortfall_due_at
          when 'in_production' then clock_at is null or delivery_due_at is null or clock_at < delivery_due_at
          when 'delivered' then clock_at is null or clock_at is distinct from quiet_until
          else clock_at is not null end`,
  },
  {
    // The transaction that begins it holds a lock of the account.
    name: 'a pool collects only from the moment on at which its creator can be paid',
    sql: `select e.pool_id, e.at, p.assigned_creator_id from pool_events e join pools p on p.id = e.pool_id
      where e.to_status = 'collecting' and e.at > ${changesRecordedSince}
        and not exists (
          select from (
            select distinct on (c.processor) c.status from payout_account_changes c
            where c.user_id = p.assigned_creator_id and c.at <= e.at order by c.processor, c.at desc, c.id desc) latest
          where latest.status = 'ready')`,
  },
  {
    // The clock lapses it, at most an hour later if the processor does not answer.
    name: 'no accepted pool waits for its creator’s payout account beyond its window',
    sql: `select id, assigned_creator_id, account_due_at from pools
      where status = 'accepted' and account_paused_at is null and not frozen
        and account_due_at < clock_timestamp() - interval '${unansweredMs / 1000} seconds 30 minutes'`,
  },
  {
    name: 'a completed pool of a deleted creator takes no late pledges',
    sql: `select p.id, p.assigned_creator_id from pools p join users u on u.id = p.assigned_creator_id
      where p.status = 'completed' and p.allow_late_pledges and u.deleted_at is not null`,
  },
  {
    // A statement may have waited a minute for the transaction that suspends.
    name: 'no pool of a suspended creator was completed or began to collect since the suspension',
    sql: `select p.id, e.to_status, e.at, u.suspended_at from users u join pools p on p.assigned_creator_id = u.id
      join pool_events e on e.pool_id = p.id
      where u.suspended_at is not null and e.to_status in ('completed', 'collecting')
        and e.at > u.suspended_at + interval '1 minute'`,
  },
  {
    name: 'accepted pools have terms, and ended pools say when they ended',
    sql: `select id, status from pools
      where (status in ('accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered', 'completed')
          and (terms is null or floor_cents is null or delivery_days is null or assigned_creator_id is null))
        or (status in ('completed', 'expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed')) <> (ended_at is not null)
        or (frozen <> (frozen_at is not null))`,
  },
];

/** The sweep that ends the waiting runs every minute. */
const sweepLateness = "interval '1 hour'";

/** No money waits for an admin without end: each of these states has a longest time, which a processor's holding limit may shorten. */
export function waitingInvariants({ freezeMs, reviewMs, heldMs, holdMs, processors }: WaitingLimits): Invariant[] {
  const isPast = (since: string, limitMs: number) =>
    `${since} < clock_timestamp() - interval '1 ms' * ${limitMs} - ${sweepLateness}`;
  const isWaitPast = (since: string, limitMs: number) => isPast(`greatest(${since}, wait_limited_from)`, limitMs);
  return [
    {
      name: 'no pool is frozen, in review or held back for longer than it may',
      sql: `select id, status, frozen_at, delivery_paused_at, quiet_until from pools
        where ended_at is null and case when frozen then ${isWaitPast('frozen_at', freezeMs)}
          when status = 'delivery_review' then ${isWaitPast('delivery_paused_at', reviewMs)}
          else status = 'delivered' and ${isWaitPast('quiet_until', heldMs)} end`,
    },
    {
      name: 'no pool waits for an admin for longer than the card processor holds its money',
      sql: `select p.id, p.status, y.id as payment_id, y.processor, y.created_at
        from pools p join payments y on y.held_account = 'held:' || p.id
        where p.ended_at is null
          and (p.frozen or p.status = 'delivery_review' or (p.status = 'delivered' and ${isPast('p.quiet_until', 0)}))
          and y.status = 'succeeded' and y.refunded_cents + y.lost_cents < y.amount_cents
          and y.processor in (${['null', ...processors.map((name) => `'${name}'`)].join(', ')})
          and ${isPast('y.created_at', holdMs)}`,
    },
  ];
}
