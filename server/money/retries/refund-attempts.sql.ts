import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Our reference of one attempt at a refund that no admin chose. */
export const referenceOfAttempt = (refundId: string, attempt: number): string => `refund:${refundId}:${attempt}`;

type Attempt = { id: string; attempt: number; idempotencyKey: string };

/**
 * Reopens a failed refund under the next idempotency key. The caller has asked the processor about exactly this attempt. True for exactly
 * one caller, on whichever node.
 */
export async function reopenRefund(tx: Tx, { id, attempt, idempotencyKey }: Attempt): Promise<boolean> {
  const rows = await tx`
    update refunds r
    set status = 'created', attempt = r.attempt + 1, idempotency_key = 'refund:' || r.id || ':' || (r.attempt + 1),
      processor_ref = null, failure_reason = null, settled_at = null, retried_at = clock_timestamp()
    from payments p
    where p.id = r.payment_id and r.id = ${id} and r.attempt = ${attempt} and r.idempotency_key = ${idempotencyKey}
      and r.status = 'failed' and p.claimed_by = 'refund:' || r.id
    returning r.id`;
  return rows.length > 0;
}

/**
 * Completes a failed refund that an admin paid outside the card processor, under the next reference, which the processor never gets: its
 * late answers about earlier attempts change nothing. True for exactly one caller, and only if no other one reopened the refund.
 */
export async function markSettledOutside(
  tx: Tx,
  { id, attempt, idempotencyKey }: Attempt,
  outsideReason: string,
): Promise<boolean> {
  const rows = await tx`
    update refunds r
    set status = 'succeeded', attempt = r.attempt + 1, idempotency_key = 'refund:' || r.id || ':' || (r.attempt + 1),
      processor_ref = null, failure_reason = null, settled_at = clock_timestamp(), outside_reason = ${outsideReason}
    from payments p
    where p.id = r.payment_id and r.id = ${id} and r.attempt = ${attempt} and r.idempotency_key = ${idempotencyKey}
      and r.status = 'failed' and p.claimed_by = 'refund:' || r.id
    returning r.id`;
  return rows.length > 0;
}

/** Waits again for a refund that we took for failed and that is under way at the processor. True for exactly one caller. */
export async function resumeRefund(tx: Tx, { id, idempotencyKey }: Attempt, ref: string): Promise<boolean> {
  const rows = await tx`
    update refunds r
    set status = 'created', processor_ref = ${ref}, failure_reason = null, settled_at = null, retried_at = clock_timestamp()
    from payments p
    where p.id = r.payment_id and r.id = ${id} and r.idempotency_key = ${idempotencyKey} and r.status = 'failed'
      and p.claimed_by = 'refund:' || r.id
    returning r.id`;
  return rows.length > 0;
}

/**
 * Gives a refund the reference of an earlier attempt, because that one moved the money after all. Not if the earlier attempt was booked
 * before, which the bank has returned, nor while the processor knows the current attempt. True for exactly one caller.
 */
export async function restoreAttempt(tx: Tx, { id, idempotencyKey }: Attempt, reference: string): Promise<boolean> {
  const rows = await tx`
    update refunds r set idempotency_key = ${reference}, processor_ref = null
    from payments p
    where p.id = r.payment_id and r.id = ${id} and r.idempotency_key = ${idempotencyKey} and p.claimed_by = 'refund:' || r.id
      and (r.status = 'failed' or r.status = 'created' and r.processor_ref is null)
      and not exists (select from ledger_journals j where j.cause = ${reference})
    returning r.id`;
  return rows.length > 0;
}

/** The id of the refund that once had this reference and has another one now. */
export async function findRefundOfAttempt(sql: Connection, reference: string): Promise<string | undefined> {
  const [, id, attempt] = /^refund:([0-9a-f-]{36}):(\d{1,6})$/.exec(reference) ?? [];
  if (!id) return undefined;
  const [row] = await sql<{ id: string }[]>`
    select id from refunds
    where id = ${id} and not by_admin and attempt >= ${Number(attempt)} and idempotency_key <> ${reference}`;
  return row?.id;
}
