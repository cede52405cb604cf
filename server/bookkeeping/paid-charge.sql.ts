import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface PaidChargeRow {
  amountCents: number;
  refundedCents: number;
  lostCents: number;
  released: boolean;
  pledgeStatus: PledgeStatus;
  isDisputed: boolean;
  payerId: string;
}

/** The charge of a pledge, if it was paid. */
export async function readPaidChargeRow(sql: Connection, paymentId: string): Promise<PaidChargeRow | undefined> {
  const [row] = await sql<PaidChargeRow[]>`
    select y.amount_cents, y.refunded_cents, y.lost_cents, g.status as pledge_status, y.user_id as payer_id,
      y.claimed_by is not null and y.claimed_by not like 'refund:%' and y.claimed_by not like 'dispute:%' as released,
      coalesce(y.claimed_by like 'dispute:%', false) or exists (
        select from disputes d where d.payment_id = y.id and d.status in ('needs_response', 'under_review')) as is_disputed
    from payments y join pledges g on y.subject = 'pledge:' || g.id
    where y.id = ${paymentId} and y.status = 'succeeded'`;
  return row;
}

export interface ChargeRefundRow {
  id: string;
  amountCents: number;
  status: 'created' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  returnedRef: string | null;
  outsideReason: string | null;
  reason: string;
  failureReason: string | null;
  createdAt: Date;
}

/** The refunds of a charge, the newest first. */
export async function listChargeRefunds(sql: Connection, paymentId: string): Promise<ChargeRefundRow[]> {
  return sql<ChargeRefundRow[]>`
    select id, amount_cents, status, returned_ref, outside_reason, reason, failure_reason, created_at from refunds
    where payment_id = ${paymentId} order by created_at desc, id limit 100`;
}

/** The charge that a refund, dispute or fraud warning is about. */
export async function findChargeOf(sql: Connection, id: string): Promise<string | undefined> {
  const [row] = await sql<{ paymentId: string }[]>`
    select payment_id from refunds where id = ${id}
    union all select payment_id from disputes where id = ${id}
    union all select payment_id from fraud_warnings where id = ${id}
    union all select payment_id from unbooked_disputes where id = ${id}`;
  return row?.paymentId;
}

export interface WaitingRefund {
  attempt: number;
  /** An admin chose its amount, and the bank returned it. An admin refunds the payment again instead of retrying it. */
  byAdmin: boolean;
}

/**
 * The attempt of a refund that failed or came back and waits for an admin; undefined for other refunds. One that came back waits for any
 * open refund of its payment first.
 */
export async function findWaitingRefund(sql: Connection, refundId: string): Promise<WaitingRefund | undefined> {
  const [row] = await sql<WaitingRefund[]>`
    select r.attempt, r.by_admin
    from refunds r join payments y on y.id = r.payment_id
    where r.id = ${refundId}
      and (r.status = 'failed' and y.claimed_by = 'refund:' || r.id
        or r.status = 'returned' and not exists (
          select from refunds s where s.payment_id = y.id and s.status in ('created', 'failed')))`;
  return row;
}

/** The fan who paid. */
export async function findPayer(sql: Connection, paymentId: string | undefined): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`select user_id from payments where id = ${paymentId ?? null}`;
  return row?.userId;
}

/** The fan who paid, and the title of the pool; null for those that are gone. */
export async function findPaymentName(
  sql: Connection,
  paymentId: string,
): Promise<{ username: string | null; poolTitle: string | null } | undefined> {
  const [row] = await sql<{ username: string | null; poolTitle: string | null }[]>`
    select case when u.deleted_at is null then u.username end as username, o.title as pool_title
    from payments y join users u on u.id = y.user_id left join pools o on y.held_account = 'held:' || o.id
    where y.id = ${paymentId}`;
  return row;
}
