import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { isOverdue } from './pool-funding.sql.ts';
import { cardJoin } from './views.sql.ts';

const recentFanLimit = 12;

/**
 * Pledges that may still be paid, and those of them that the processor may charge right now: a charge whose outcome is unknown, or a
 * payment page that is not closed.
 */
export async function countOpenCharges(
  tx: Tx,
  poolId: string,
): Promise<{ chargesOpen: number; chargesInFlight: number }> {
  const [row] = await tx<{ chargesOpen: number; chargesInFlight: number }[]>`
    select count(*) as charges_open,
      count(*) filter (where p.status = 'charging' or exists (
        select from payments y where y.subject = 'pledge:' || p.id and y.status in ('created', 'processing'))) as charges_in_flight
    from pledges p where p.pool_id = ${poolId} and p.status in ('pledged', 'charging', 'notified')`;
  return row ?? { chargesOpen: 0, chargesInFlight: 0 };
}

/** For the pool `p`: why it takes no pledge of the viewer now; null when it takes one. A visitor is judged like a new person. */
export function pledgeRefusal(sql: Connection, viewerId: string | null): Fragment {
  return sql`
    coalesce(pledge_refusal(p, ${viewerId}, takes_late_pledges(p), clock_timestamp()), case when exists (
      select from pledges g
      where g.pool_id = p.id and g.fan_id = ${viewerId} and g.status in ('pledged', 'charging', 'notified', 'paid', 'disputed'))
      then 'pledge_exists' end)`;
}

/** For the pool `p`: whether anyone but its owner has promised or paid money. */
export const othersPledged = (sql: Connection): Fragment => sql`
  exists (
    select from pledges g
    where g.pool_id = p.id and g.fan_id <> p.owner_id and g.status in ('pledged', 'charging', 'notified', 'paid'))`;

/** Whether anyone but this person has promised or paid money in the pool. */
export async function hasOthersPledged(tx: Tx, poolId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ others: boolean }[]>`
    select exists (
      select 1 from pledges
      where pool_id = ${poolId} and fan_id <> ${userId} and status in ('pledged', 'charging', 'notified', 'paid')) as others`;
  return row?.others ?? false;
}

/** For the pool `p`: the fans who show their names, newest first, as the text of a JSON array. */
export function recentFans(sql: Connection): Fragment {
  return sql`
    coalesce((
      select json_agg(json_build_object('id', f.id, 'username', f.username, 'displayName', f.display_name, 'avatarUrl', f.avatar_url,
          'adult', f.adult)
        order by f.pledged_at desc)
      from (
        select u.id, u.username, u.display_name, u.avatar_url, u.adult, g.pledged_at
        from pledges g join users u on u.id = g.fan_id
        where g.pool_id = p.id and not g.anonymous and not u.backs_private and g.status in ('pledged', 'charging', 'notified', 'paid')
        order by g.pledged_at desc
        limit ${recentFanLimit}) f)::text, '[]')`;
}

/** For the pool `p`: the viewer's pledge as the text of a JSON object, the live one first; null without a pledge. */
export function myPledge(sql: Connection, viewerId: string | null): Fragment {
  return sql`
    (select json_build_object('id', g.id, 'amountCents', g.amount_cents, 'status', g.status, 'anonymous', g.anonymous,
        'createdAt', g.created_at, 'dueAt', g.due_at, 'due', coalesce(g.due_at > clock_timestamp(), false), 'overdue', ${isOverdue(sql, 'p')},
        'paidAt', g.paid_at, 'refundedAt', g.refunded_at, 'refundedCents', g.refunded_cents, 'refundedOutside', g.refunded_outside,
        'declineReason', g.decline_reason, 'declineKind', g.decline_kind,
        'card', case when k.id is not null then json_build_object('brand', k.brand, 'last4', k.last4) end,
        'cardExpiresOn', case when g.status = 'pledged' then
          early_card_expiry(k.exp_year, k.exp_month, p.status,
            pool_takes_until(p.deadline, p.account_due_at, p.account_paused_at), p.response_due_at) end,
        'dismissed', coalesce(g.dismissed_until > clock_timestamp(), false), 'metGoal', g.met_goal_at is not null)::text
      from pledges g ${cardJoin(sql, 'g')}
      where g.pool_id = p.id and g.fan_id = ${viewerId}
      order by (g.status in ('setup_pending', 'pledged', 'charging', 'notified', 'paid')) desc, g.created_at desc
      limit 1)`;
}
