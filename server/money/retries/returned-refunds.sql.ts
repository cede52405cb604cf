import type { Refund } from '#server/money/refunds/refunds.sql.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/**
 * Takes back the success of an admin's refund whose money the bank returned to us. It keeps its reference, which names the payment and the
 * refund, and its journals. True for exactly one caller.
 */
export async function markAdminReturned(
  tx: Tx,
  { id, idempotencyKey }: Pick<Refund, 'id' | 'idempotencyKey'>,
  reason: string,
): Promise<boolean> {
  const rows = await tx`
    update refunds set status = 'returned', returned_ref = processor_ref, failure_reason = ${reason}, settled_at = clock_timestamp()
    where id = ${id} and idempotency_key = ${idempotencyKey} and status = 'succeeded' and by_admin returning id`;
  return rows.length > 0;
}

/** Takes a returned amount off what went back to the fan. The part that no release included is held again, also after the release. */
export async function takeBack(
  tx: Tx,
  paymentId: string,
  { heldCents, releasedCents }: { heldCents: number; releasedCents: number },
): Promise<void> {
  await tx`
    update payments
    set refunded_cents = refunded_cents - ${heldCents + releasedCents}, returned_cents = returned_cents - ${releasedCents},
      regained_cents = regained_cents
        + case when claimed_by is null or claimed_by like 'refund:%' or claimed_by like 'dispute:%' then 0 else ${heldCents}::bigint end
    where id = ${paymentId}`;
}

/** Gives a payment back to its pool that nothing was left of, so that the last refund by an admin or a lost dispute still claimed it. */
export async function endClaimOfReturned(tx: Tx, paymentId: string): Promise<void> {
  await tx`
    update payments p set claimed_by = null
    where p.id = ${paymentId} and p.refunded_cents + p.lost_cents < p.amount_cents
      and (exists (select from refunds r where p.claimed_by = 'refund:' || r.id and r.by_admin and r.status <> 'created')
        or exists (select from disputes d where p.claimed_by = 'dispute:' || d.id and d.status in ('won', 'lost')))`;
}

/** Whether an amount of this payment came back that no admin has acted on. */
export async function hasReturned(sql: Connection, paymentId: string): Promise<boolean> {
  return (await sql`select 1 from refunds where payment_id = ${paymentId} and status = 'returned'`).length > 0;
}

/** Whether the bank ever returned an admin's refund of this subject. */
export async function wasReturned(sql: Connection, subject: string): Promise<boolean> {
  const rows = await sql`
    select 1 from refunds r join payments p on p.id = r.payment_id
    where p.subject = ${subject} and r.by_admin and r.returned_ref is not null limit 1`;
  return rows.length > 0;
}

/** Marks all returned amounts of a payment as handled, because a refund or a lost dispute takes everything that is left. */
export async function endReturned(tx: Tx, paymentId: string): Promise<void> {
  await tx`update refunds set status = 'canceled' where payment_id = ${paymentId} and status = 'returned'`;
}

/**
 * Marks as handled what the bank had returned before an admin requested this refund, which has now reached the fan. If nothing of the
 * payment is left, marks all of it. What an admin paid outside handles only the refund that it names.
 */
export async function endRefundedAgain(tx: Tx, { id, paymentId }: Pick<Refund, 'id' | 'paymentId'>): Promise<void> {
  await tx`
    update refunds r set status = 'canceled'
    from refunds again join payments p on p.id = again.payment_id
    where again.id = ${id} and r.payment_id = ${paymentId} and r.status = 'returned'
      and (p.refunded_cents + p.lost_cents >= p.amount_cents
        or again.by_admin and again.outside_reason is null and r.settled_at <= again.created_at)`;
}

/**
 * Repairs rows of earlier versions: marks returned amounts as handled that are part of a refund of the rest or of a payment of which
 * nothing is left.
 */
export async function endCoveredReturned(sql: Connection): Promise<void> {
  await sql`
    update refunds r set status = 'canceled'
    from payments p
    where p.id = r.payment_id and r.status = 'returned'
      and (p.refunded_cents + p.lost_cents >= p.amount_cents
        or exists (select from refunds w
          where w.payment_id = p.id and not w.by_admin and w.status <> 'canceled' and w.created_at > r.settled_at))`;
}

/**
 * Asks an admin again about what is left of a payment that ended with a part that the bank had returned, and that nothing refunds: earlier
 * versions marked all of it as handled when an admin refunded only a part. Reopens the newest returned refund.
 */
export async function reopenReturned(tx: Tx, subject: string): Promise<void> {
  await tx`
    update refunds set status = 'returned'
    where id = (
      select r.id from refunds r join payments p on p.id = r.payment_id
      where p.subject = ${subject} and p.status = 'succeeded' and p.claimed_by is not null
        and p.refunded_cents + p.lost_cents < p.amount_cents and r.by_admin and r.returned_ref is not null and r.status = 'canceled'
        and not exists (select from refunds o where o.payment_id = p.id and o.status in ('created', 'failed', 'returned'))
      order by r.settled_at desc limit 1)`;
}

/** Marks one returned amount as handled. Returns it to exactly one caller. */
export async function endOneReturned(tx: Tx, id: string): Promise<{ amountCents: number; reason: string } | undefined> {
  const [row] = await tx<{ amountCents: number; reason: string }[]>`
    update refunds set status = 'canceled' where id = ${id} and status = 'returned' returning amount_cents, reason`;
  return row;
}

/** Completes an admin's refund of this transaction that an admin paid outside the card processor. */
export async function markAdminSettledOutside(tx: Tx, id: string, outsideReason: string): Promise<void> {
  await tx`
    update refunds set status = 'succeeded', settled_at = clock_timestamp(), outside_reason = ${outsideReason}
    where id = ${id} and status = 'created'`;
}

/** Whether the end of a pledge refunds, or refunded, the rest of this payment. */
export async function isEnded(tx: Tx, paymentId: string): Promise<boolean> {
  const rows =
    await tx`select 1 from refunds where payment_id = ${paymentId} and not by_admin and status <> 'canceled'`;
  return rows.length > 0;
}
