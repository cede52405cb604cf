import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

interface TroubleRow {
  id: string;
  poolId: string | null;
  poolTitle: string | null;
  username: string | null;
  amountCents: number;
  reason: string | null;
  status: string;
  createdAt: Date;
}

export interface ChargeTrouble extends TroubleRow {
  chargeKind: 'off_session' | 'hosted';
  pledgeStatus: PledgeStatus | null;
  dueAt: Date | null;
}

/** Younger ones are normally still in progress. */
const young = '1 minute';

/** Charge attempts without a final answer, and the last failed attempt of each pledge whose payment is due. */
export async function listChargeTroubles(sql: Connection, limit: number): Promise<ChargeTrouble[]> {
  return sql<ChargeTrouble[]>`
    with troubled as materialized (
      (select p.* from payments p
        where p.status in ('created', 'processing') and p.created_at < clock_timestamp() - ${young}::interval
        order by p.created_at desc limit ${limit})
      union all
      (select last.* from pledges g cross join lateral (
          select * from payments p where p.subject = 'pledge:' || g.id order by p.attempt desc limit 1
        ) last
        where g.status = 'notified' and last.status = 'failed' order by last.created_at desc limit ${limit})
      order by created_at desc limit ${limit}
    )
    select t.id, o.id as pool_id, o.title as pool_title, u.username, t.amount_cents, t.decline_reason as reason, t.status,
      t.kind as charge_kind, g.status as pledge_status, g.due_at, t.created_at
    from troubled t join users u on u.id = t.user_id
    left join pledges g on g.id = case when t.subject like 'pledge:%' then substr(t.subject, 8)::uuid end left join pools o on o.id = g.pool_id
    order by t.created_at desc limit ${limit}`;
}

/** Payouts that are under way or failed. */
export async function listPayoutTroubles(sql: Connection, limit: number): Promise<TroubleRow[]> {
  return sql<TroubleRow[]>`
    select p.id, o.id as pool_id, o.title as pool_title, u.username, p.amount_cents, p.failure_reason as reason, p.status,
      p.created_at
    from (
      select * from payouts where status in ('pending', 'in_transit', 'failed') order by created_at desc limit ${limit}
    ) p join users u on u.id = p.user_id left join pools o on o.id = split_part(p.subject, ':', 2)::uuid
    order by p.created_at desc`;
}

/** Refunds that are under way or were refused. */
export async function listRefundTroubles(sql: Connection, limit: number): Promise<TroubleRow[]> {
  return sql<TroubleRow[]>`
    select r.id, o.id as pool_id, o.title as pool_title, u.username, r.amount_cents, r.failure_reason as reason, r.status,
      r.created_at
    from (
      select * from refunds where status in ('created', 'failed') order by created_at desc limit ${limit}
    ) r join payments p on p.id = r.payment_id join users u on u.id = p.user_id
    left join pools o on o.id = case when p.held_account like 'held:%' then substr(p.held_account, 6)::uuid end
    order by r.created_at desc`;
}
