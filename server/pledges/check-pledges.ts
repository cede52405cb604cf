import { poolStatuses } from '#contract/pools/pools.ts';
import { changesRecordedSince } from '#server/money/payouts/can-receive-payouts.ts';
import type { Invariant } from '#server/platform/postgres/invariants.ts';
import { phaseOf } from './pledge-lifecycle.ts';

/** Whether pledge `l` has a job of this kind that waits, runs or will be retried. */
const hasJob = (kind: string) => `exists (
  select 1 from pgboss.job j
  where j.state in ('created', 'retry', 'active') and j.data->>'kind' = '${kind}' and j.data->'payload'->>'pledgeId' = l.id::text)`;

const endedPools = poolStatuses
  .filter((status) => phaseOf(status) === 'ended')
  .map((status) => `'${status}'`)
  .join(', ');

/** Invariants of pledges: each query must return no rows. Pools check totals and access; money checks cents. */
export const pledgeInvariants: readonly Invariant[] = [
  {
    name: 'one live pledge a fan and pool',
    sql: `select pool_id, fan_id, count(*) from pledges where status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid')
      group by pool_id, fan_id having count(*) > 1`,
  },
  {
    name: 'no creator funds their own request',
    sql: `select l.id, l.status, l.pool_id, l.fan_id from pools o
      left join creator_profiles c on c.id = o.creator_profile_id
      join pledges l on l.pool_id = o.id and l.fan_id in (o.assigned_creator_id, c.owner_id)
      where l.status in ('pledged', 'notified') and o.status in ('open', 'goal_met', 'accepted', 'collecting')`,
  },
  {
    // Without other fans, the pool's owner may have chosen the profile after the claim.
    name: 'no pool that fans backed before a profile was claimed by a code is assigned before its review',
    sql: `select distinct o.id, c.id as profile_id, x.handed_over_at from creator_profiles c
      join creator_claims x on x.profile_id = c.id and x.user_id = c.owner_id and x.status = 'pending' and x.handed_over_at is not null
      join pools o on o.creator_profile_id = c.id and o.assigned_creator_id = c.owner_id
      join pledges l on l.pool_id = o.id and l.fan_id <> o.owner_id and l.pledged_at < x.handed_over_at
        and l.status in ('pledged', 'charging', 'notified', 'paid')
      where c.status = 'claimed'`,
  },
  {
    name: 'a paid pledge has one payment of its amount that was not sent back',
    sql: `select l.id, l.status, l.amount_cents, count(p.id) as payments, sum(p.amount_cents) as cents
      from pledges l left join payments p on p.subject = 'pledge:' || l.id and p.status = 'succeeded' and p.refunded_cents < p.amount_cents
        and not exists (select from refunds r where r.payment_id = p.id and r.status <> 'canceled' and not r.by_admin)
      where l.status in ('paid', 'disputed', 'dispute_lost')
      group by l.id having count(p.id) <> 1 or sum(p.amount_cents) <> l.amount_cents`,
  },
  {
    name: 'a pledge counts what was refunded of its payment',
    sql: `select l.id, l.status, l.refunded_cents, p.refunded_cents as of_payment
      from pledges l join payments p on p.subject = 'pledge:' || l.id and p.status = 'succeeded'
      where l.refunded_cents <> p.refunded_cents`,
  },
  {
    name: 'every charge that was not refunded belongs to a paid or refunding pledge',
    sql: `select p.id, p.subject, p.status, l.status as pledge from payments p left join pledges l on p.subject = 'pledge:' || l.id
      where p.subject like 'pledge:%' and p.status = 'succeeded' and p.refunded_cents + p.lost_cents < p.amount_cents
        and (l.status is null or l.status not in ('paid', 'refund_pending', 'disputed', 'dispute_lost'))`,
  },
  {
    name: 'a pledge is disputed while a dispute of its payment is open',
    sql: `select l.id, l.status, d.status as dispute from pledges l join payments p on p.subject = 'pledge:' || l.id and p.status = 'succeeded'
      left join (select id, payment_id, status from disputes
        union all select id, payment_id, status from unbooked_disputes where kind = 'other_currency') d
        on d.payment_id = p.id and d.status in ('needs_response', 'under_review')
      where (l.status = 'disputed' and d.id is null)
        or (d.id is not null and l.status not in ('disputed', 'dispute_lost', 'refund_pending', 'refunded')
          and not exists (select from refunds r where r.payment_id = p.id and r.status = 'created'))`,
  },
  {
    name: 'the state of every pledge fits the state of its pool',
    sql: `select l.id, l.status, o.status as pool, o.id as pool_id from pledges l join pools o on o.id = l.pool_id
      where (l.status = 'pledged' and o.status not in ('open', 'goal_met', 'accepted'))
        or (l.status = 'notified' and o.status <> 'collecting')
        or (l.status = 'charging' and o.status in ('open', 'goal_met', 'accepted'))
        or (l.status = 'paid' and o.status in ('open', 'goal_met', 'accepted', 'expired', 'declined', 'lapsed', 'cancelled', 'refunded'))`,
  },
  {
    // A job or an admin refunds those that are `refund_pending`.
    name: 'a completed or ended pool keeps no money that neither a release, a refund nor a dispute takes',
    sql: `select p.id, l.id as pledge_id, l.status, o.id as pool_id, o.status as pool from pools o join pledges l on l.pool_id = o.id
      join payments p on p.subject = 'pledge:' || l.id and p.status = 'succeeded'
      where o.status in ('completed', ${endedPools}) and l.status <> 'refund_pending'
        and p.claimed_by is null and p.refunded_cents + p.lost_cents < p.amount_cents`,
  },
  {
    // The sweep refunds unclaimed money. A refund by an admin that the bank returned waits for an admin, who reads it in their list.
    name: 'what is left of a refunding pledge has a refund under way, or one that waits for an admin',
    sql: `select p.id, l.id as pledge_id, p.claimed_by from pledges l join payments p on p.subject = 'pledge:' || l.id and p.status = 'succeeded'
      where l.status = 'refund_pending' and p.refunded_cents + p.lost_cents < p.amount_cents
        and p.claimed_by is not null and p.claimed_by not like 'dispute:%'
        and not exists (select from refunds r where r.payment_id = p.id and r.status in ('created', 'failed', 'returned'))`,
  },
  {
    name: 'every pledge that is due or waiting has a deadline',
    sql: `select id, status from pledges
      where (status = 'notified' and (due_at is null or notified_at is null)) or (status = 'setup_pending' and setup_due_at is null)
        or (status in ('pledged', 'charging', 'notified') and card_id is null)
        or (status = 'paid' and paid_at is null)`,
  },
  {
    // Storing an attempt holds a lock of the account.
    name: 'no card is charged while the creator cannot be paid',
    sql: `select p.id, p.processor, p.created_at, l.id as pledge_id, o.assigned_creator_id
      from payments p join pledges l on p.subject = 'pledge:' || l.id join pools o on o.id = l.pool_id
      where p.created_at > ${changesRecordedSince}
        and 'ready' is distinct from (
          select c.status from payout_account_changes c
          where c.user_id = o.assigned_creator_id and c.processor = p.processor and c.at <= p.created_at
          order by c.at desc, c.id desc limit 1)`,
  },
  {
    name: 'no charge that could still be confirmed outlives its pool',
    sql: `select c.id, l.id as pledge_id, l.status, o.id as pool_id, o.status as pool from sandbox.charges c
      join payments p on p.idempotency_key = c.reference
      join pledges l on p.subject = 'pledge:' || l.id join pools o on o.id = l.pool_id
      where c.status = 'created' and o.status in (${endedPools})
        and not ${hasJob('pledge.charge')} and not ${hasJob('pledge.close')}`,
  },
  {
    // The end of the payment window waits until every page is closed, so that no fan pays for a pledge that was dropped.
    name: 'no pledge was dropped while the processor could still charge it',
    sql: `select l.id, l.pool_id, p.id as payment_id, p.status from pledges l
      join payments p on p.subject = 'pledge:' || l.id and p.status in ('created', 'processing')
      where l.status = 'dropped'`,
  },
  {
    // A charge whose creator cannot be paid waits for the payout account, whose fact then enqueues the job.
    name: 'every charge or refund in progress has a job or an open refund',
    sql: `select l.id, l.status from pledges l join pools o on o.id = l.pool_id
      where (l.status = 'charging' and not o.frozen and not ${hasJob('pledge.charge')}
          and exists (select from payout_accounts a where a.user_id = o.assigned_creator_id and a.status = 'ready')
          and not exists (
            select from pgboss.job j where j.state in ('created', 'retry', 'active')
              and j.data->>'kind' = 'fact:payout_account.changed:pledges'
              and j.data->'payload'->>'userId' = o.assigned_creator_id::text))
        or (l.status = 'refund_pending' and not ${hasJob('pledge.refund')} and not exists (
          select 1 from payments p join refunds r on r.payment_id = p.id where p.subject = 'pledge:' || l.id))`,
  },
];
