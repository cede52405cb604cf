import { paymentIdOf, refundIdOf } from '#server/money/derived-id.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Refund {
  id: string;
  paymentId: string;
  amountCents: number;
  reason: string;
  /** An admin chose the amount. The pledge stays paid while something is left. */
  byAdmin: boolean;
  attempt: number;
  /** Also our reference at the processor. */
  idempotencyKey: string;
  /** The processor's refund of the current attempt. */
  processorRef: string | null;
  /** The processor's refund of an earlier attempt, whose money the bank returned to us. */
  returnedRef: string | null;
  /** How an admin paid it outside the card processor, which knows no refund of the current attempt then; null for refunds to the card. */
  outsideReason: string | null;
  /** `returned`: the bank returned an admin's refund, and no admin has acted on it. `canceled`: refused, because a dispute takes the money back instead, or because an admin can ask again. */
  status: 'created' | 'succeeded' | 'failed' | 'canceled' | 'returned';
  /** The subject of the refunded payment. */
  subject: string;
  userId: string;
  heldAccount: `held:${string}`;
  chargeRef: string | null;
  processor: string;
}

/** Stores a refund, or reopens one that a dispute canceled, under the next idempotency key. */
export async function insertRefund(
  tx: Tx,
  { id, paymentId, amountCents, reason }: { id: string; paymentId: string; amountCents: number; reason: string },
): Promise<void> {
  await tx`
    insert into refunds (id, payment_id, amount_cents, reason, idempotency_key)
    values (${id}, ${paymentId}, ${amountCents}, ${reason}, ${`refund:${id}:1`})
    on conflict (id) do update
    set status = 'created', attempt = refunds.attempt + 1, idempotency_key = 'refund:' || refunds.id || ':' || (refunds.attempt + 1),
      amount_cents = excluded.amount_cents, reason = excluded.reason, processor_ref = null, failure_reason = null, settled_at = null,
      retried_at = clock_timestamp()
    where refunds.status = 'canceled'`;
}

/**
 * Stores an amount that an admin refunds. The reference names the payment, so that a lost row can be written again. False if the id is
 * used, or another refund of the payment is under way.
 */
export async function insertAdminRefund(
  tx: Tx,
  { id, paymentId, amountCents, reason }: { id: string; paymentId: string; amountCents: number; reason: string },
): Promise<boolean> {
  const rows = await tx`
    insert into refunds (id, payment_id, amount_cents, reason, by_admin, idempotency_key)
    values (${id}, ${paymentId}, ${amountCents}, ${reason}, true, ${`refund:${refundIdOf(paymentId)}:${id}`})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

interface LostRefund {
  id: string;
  paymentId: string;
  byAdmin: boolean;
  attempt: number;
}

/** Reads the identity of the row from the reference of a refund. */
function readReference(reference: string): LostRefund | undefined {
  const [, wholeId, last = ''] = /^refund:([0-9a-f-]{36}):(\d+|[0-9a-f-]{36})$/.exec(reference) ?? [];
  if (!wholeId) return undefined;
  const paymentId = paymentIdOf(wholeId);
  return last.includes('-')
    ? { id: last, paymentId, byAdmin: true, attempt: 1 }
    : { id: wholeId, paymentId, byAdmin: false, attempt: Number(last) };
}

/** The payment of a lost refund, if it is paid and nothing else claims it. */
const refundable = (sql: Connection, processor: string, { paymentId, byAdmin }: LostRefund) => sql`
  from payments
  where id = ${paymentId} and processor = ${processor} and status in ('succeeded', 'stray')
    and (claimed_by is null or ${byAdmin} and claimed_by like 'release:%')`;

/** The processor's charge that a lost refund returned. Undefined if `adoptRefund` cannot write its row. */
export async function findRefundedCharge(
  sql: Connection,
  processor: string,
  reference: string,
): Promise<string | undefined> {
  const lost = readReference(reference);
  if (!lost) return undefined;
  const [payment] = await sql<{ chargeRef: string | null }[]>`
    select processor_ref as charge_ref ${refundable(sql, processor, lost)}`;
  return payment?.chargeRef ?? undefined;
}

/**
 * Writes the row of a refund that the processor made and we lost, as its reference names it, and claims its payment if it is held.
 * Returns its id; undefined unless the payment exists, is paid, and nothing else claims or refunds it. A refund that no admin chose
 * returns everything that is left.
 */
export async function adoptRefund(
  tx: Tx,
  processor: string,
  reference: string,
  amountCents: number,
): Promise<string | undefined> {
  const lost = readReference(reference);
  if (!lost) return undefined;
  const { id, byAdmin, attempt } = lost;
  const [payment] = await tx<{ id: string; held: boolean; left: number }[]>`
    select id, claimed_by is null as held, amount_cents - refunded_cents - lost_cents as left
    ${refundable(tx, processor, lost)} for update`;
  if (!payment || (byAdmin ? payment.left < amountCents : payment.left !== amountCents)) return undefined;
  const rows = await tx`
    insert into refunds (id, payment_id, amount_cents, reason, by_admin, attempt, idempotency_key)
    values (${id}, ${payment.id}, ${amountCents}, 'Refunded before a backup was restored.', ${byAdmin}, ${attempt}, ${reference})
    on conflict do nothing returning 1`;
  if (rows.length === 0) return undefined;
  if (payment.held) await tx`update payments set claimed_by = ${`refund:${id}`} where id = ${payment.id}`;
  return id;
}

/**
 * Takes back the success of a refund whose money the bank returned to us later. `returned_ref` keeps the processor's refund, and
 * `processor_ref` becomes empty, because the next attempt has not been sent. True for exactly one caller.
 */
export async function markReturned(
  tx: Tx,
  { id, idempotencyKey }: Pick<Refund, 'id' | 'idempotencyKey'>,
  reason: string,
): Promise<boolean> {
  const rows = await tx`
    update refunds
    set status = 'failed', attempt = attempt + 1, idempotency_key = 'refund:' || id || ':' || (attempt + 1), failure_reason = ${reason},
      settled_at = clock_timestamp(), returned_ref = processor_ref, processor_ref = null
    where id = ${id} and idempotency_key = ${idempotencyKey} and status = 'succeeded' and not by_admin returning id`;
  return rows.length > 0;
}

/**
 * The refused refund of a subject that may be retried without an admin. The bank would return a refund again that it has returned or
 * refused before, so an admin must act on those.
 */
export async function findRefused(tx: Tx, subject: string): Promise<{ id: string; attempt: number } | undefined> {
  const [row] = await tx<{ id: string; attempt: number }[]>`
    select r.id, r.attempt from refunds r join payments p on p.id = r.payment_id
    where p.subject = ${subject} and p.claimed_by = 'refund:' || r.id and r.status = 'failed' and r.processor_ref is null
      and r.returned_ref is null`;
  return row;
}

/** The newest refund of a subject. */
export async function findRefundOf(
  sql: Connection,
  subject: string,
): Promise<{ id: string; amountCents: number } | undefined> {
  const [row] = await sql<{ id: string; amountCents: number }[]>`
    select r.id, r.amount_cents from refunds r join payments p on p.id = r.payment_id
    where p.subject = ${subject} and r.status <> 'canceled' order by r.created_at desc limit 1`;
  return row;
}

export async function readRefund(sql: Connection, id: string): Promise<Refund | undefined> {
  const [row] = await sql<Refund[]>`
    select r.*, p.subject, p.user_id, p.held_account, p.processor_ref as charge_ref, p.processor
    from refunds r join payments p on p.id = r.payment_id
    where r.id = ${id}`;
  return row;
}

export async function findRefundByReference(sql: Connection, reference: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from refunds where idempotency_key = ${reference}`;
  return row?.id;
}

/** A refund and the reference of the attempt that the processor answered about. Another node may already have started the next attempt. */
type Asked = Pick<Refund, 'id' | 'idempotencyKey'>;

/** True for exactly one caller. */
export async function markRefunded(tx: Tx, { id, idempotencyKey }: Asked, ref: string): Promise<boolean> {
  const rows = await tx`
    update refunds set status = 'succeeded', processor_ref = ${ref}, settled_at = clock_timestamp(), failure_reason = null
    where id = ${id} and idempotency_key = ${idempotencyKey} and status in ('created', 'failed') returning id`;
  return rows.length > 0;
}

export async function markRefundFailed(tx: Tx, { id, idempotencyKey }: Asked, reason: string): Promise<boolean> {
  const rows = await tx`
    update refunds set status = 'failed', failure_reason = ${reason}, settled_at = clock_timestamp()
    where id = ${id} and idempotency_key = ${idempotencyKey} and status = 'created' returning id`;
  return rows.length > 0;
}

/** Ends an admin's refund that the processor refused, so that an admin can ask again. True for exactly one caller. */
export async function cancelAdminRefund(tx: Tx, { id, idempotencyKey }: Asked, reason: string): Promise<boolean> {
  const rows = await tx`
    update refunds set status = 'canceled', failure_reason = ${reason}, settled_at = clock_timestamp()
    where id = ${id} and idempotency_key = ${idempotencyKey} and status = 'created' returning id`;
  return rows.length > 0;
}

export async function storeRefundRef(sql: Connection, { id, idempotencyKey }: Asked, ref: string): Promise<void> {
  await sql`
    update refunds set processor_ref = ${ref}
    where id = ${id} and idempotency_key = ${idempotencyKey} and status = 'created'`;
}

/** Refunds that have been under way for `olderThanMs`, oldest first, after a given one. */
export async function listOpenRefunds(
  sql: Connection,
  processor: string,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select r.id from refunds r join payments p on p.id = r.payment_id
    where r.status = 'created' and p.processor = ${processor}
      and r.created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and (${after}::uuid is null
        or (r.created_at, r.id) > (select x.created_at, x.id from refunds x where x.id = ${after}::uuid))
    order by r.created_at, r.id limit ${limit}`;
}

/** Cancels a refund that the processor refused, so that a dispute can claim its payment. */
export async function cancelFailedRefund(tx: Tx, paymentId: string): Promise<void> {
  await tx`
    with canceled as (
      update refunds set status = 'canceled' where payment_id = ${paymentId} and status = 'failed' returning id)
    update payments p set claimed_by = null from canceled c where p.id = ${paymentId} and p.claimed_by = 'refund:' || c.id`;
}
