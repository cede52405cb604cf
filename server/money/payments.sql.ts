import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { Decline } from './card-processor.ts';
import { refundIdOf } from './derived-id.ts';
import type { Payment } from './payments.ts';

export async function readPayment(sql: Connection, id: string): Promise<Payment | undefined> {
  const [row] = await sql<Payment[]>`select * from payments where id = ${id}`;
  return row;
}

export async function lockPayment(tx: Tx, id: string): Promise<Payment> {
  const [row] = await tx<Payment[]>`select * from payments where id = ${id} for update`;
  if (!row) throw new Error(`payment ${id} is gone`);
  return row;
}

export async function findPaymentByReference(
  sql: Connection,
  processor: string,
  reference: string,
): Promise<Payment | undefined> {
  const [row] = await sql<Payment[]>`
    select * from payments where processor = ${processor} and idempotency_key = ${reference}`;
  return row;
}

/** The attempt that prevents another one: open, or paid (refunded or not). The index payments_one_live allows one per subject. */
export async function lockLivePayment(tx: Tx, subject: string): Promise<Payment | undefined> {
  const [row] = await tx<Payment[]>`
    select * from payments
    where subject = ${subject} and status in ('created', 'processing', 'succeeded')
    for update`;
  return row;
}

/** Whether a saved card may have been charged for a subject, or the subject is paid. */
export async function hasChargeToResume(sql: Connection, subject: string): Promise<boolean> {
  const rows = await sql`
    select 1 from payments
    where subject = ${subject} and (status = 'succeeded' or kind = 'off_session' and status in ('created', 'processing'))`;
  return rows.length > 0;
}

export async function hasOtherLive(tx: Tx, { subject, id }: Pick<Payment, 'subject' | 'id'>): Promise<boolean> {
  const rows = await tx`
    select 1 from payments
    where subject = ${subject} and id <> ${id} and status in ('created', 'processing', 'succeeded')`;
  return rows.length > 0;
}

export interface NewAttempt {
  id: string;
  subject: string;
  attempt: number;
  userId: string;
  heldAccount: string;
  kind: Payment['kind'];
  amountCents: number;
  description: string;
  processor: string;
  cardId: string | null;
  /** Absolute; null unless the attempt is a hosted page. */
  successUrl: string | null;
  cancelUrl: string | null;
}

/** The number of the next attempt. */
export async function nextAttempt(tx: Tx, subject: string): Promise<number> {
  const [row] = await tx<{ attempt: number }[]>`
    select coalesce(max(attempt), 0) + 1 as attempt from payments where subject = ${subject}`;
  return row?.attempt ?? 1;
}

/** Undefined if another transaction stored an attempt at the same time. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<Payment | undefined> {
  const {
    id,
    subject,
    attempt: number,
    userId,
    heldAccount,
    kind,
    amountCents,
    description,
    processor,
    cardId,
  } = attempt;
  const { successUrl, cancelUrl } = attempt;
  const [row] = await tx<Payment[]>`
    insert into payments (id, subject, attempt, user_id, held_account, kind, amount_cents, description, processor, card_id,
      success_url, cancel_url, page_locale, idempotency_key)
    values (${id}, ${subject}, ${number}, ${userId}, ${heldAccount}, ${kind}, ${amountCents}, ${description},
      ${processor}, ${cardId}, ${successUrl}, ${cancelUrl}, (select locale from users where id = ${userId}),
      ${`payment:${id}`})
    on conflict do nothing
    returning *`;
  return row;
}

/** False if the attempt has since ended or has another page; then the caller must not give the URL to the fan. */
export async function storeSession(
  sql: Connection,
  id: string,
  sessionRef: string,
  url: string | null,
): Promise<boolean> {
  const rows = await sql`
    update payments set session_ref = ${sessionRef}, url = ${url}
    where id = ${id} and status in ('created', 'processing') and (session_ref is null or session_ref = ${sessionRef})
    returning id`;
  return rows.length > 0;
}

export async function markProcessing(tx: Tx, id: string, chargeRef: string): Promise<void> {
  await tx`update payments set status = 'processing', processor_ref = ${chargeRef} where id = ${id}`;
}

export async function markCharged(
  tx: Tx,
  id: string,
  { to, chargeRef, costCents }: { to: 'succeeded' | 'stray'; chargeRef: string; costCents: number },
): Promise<void> {
  await tx`
    update payments
    set status = ${to}, processor_ref = ${chargeRef}, cost_cents = ${costCents}, settled_at = clock_timestamp(),
      decline_code = null, decline_reason = null, decline_kind = null
    where id = ${id}`;
}

/** Stores a cost that was not known when the charge succeeded. True for exactly one caller. */
export async function storeLateCost(tx: Tx, id: string, costCents: number): Promise<boolean> {
  const rows = await tx`
    update payments set cost_cents = ${costCents}
    where id = ${id} and status in ('succeeded', 'stray') and cost_cents = 0 returning id`;
  return rows.length > 0;
}

/** Stores why the processor refused a live attempt, before the caller cancels its charge. A success deletes it. */
export async function storeRefusal(sql: Connection, id: string, { kind, code, reason }: Decline): Promise<void> {
  await sql`
    update payments set decline_code = ${code}, decline_reason = ${reason}, decline_kind = ${kind}
    where id = ${id} and status in ('created', 'processing')`;
}

export async function markFailed(tx: Tx, id: string, chargeRef: string | null, decline: Decline): Promise<void> {
  await tx`
    update payments
    set status = 'failed', processor_ref = coalesce(${chargeRef}, processor_ref), settled_at = clock_timestamp(),
      decline_code = ${decline.code}, decline_reason = ${decline.reason}, decline_kind = ${decline.kind}
    where id = ${id}`;
}

/** Attempts that have been unsettled for `olderThanMs`, oldest first, after a given one. */
export async function listUnsettled(
  sql: Connection,
  processor: string,
  options: { olderThanMs: number; after: string | null; limit: number },
): Promise<(Payment & { ageMs: number })[]> {
  return sql<(Payment & { ageMs: number })[]>`
    select *, (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms from payments
    where status in ('created', 'processing') and processor = ${processor}
      and created_at < clock_timestamp() - make_interval(secs => ${options.olderThanMs / 1000})
      and (${options.after}::uuid is null
        or (created_at, id) > (select p.created_at, p.id from payments p where p.id = ${options.after}::uuid))
    order by created_at, id
    limit ${options.limit}`;
}

export async function listUnsettledOf(sql: Connection, subject: string): Promise<Payment[]> {
  return sql<Payment[]>`
    select * from payments where subject = ${subject} and status in ('created', 'processing')`;
}

/** The amount of a payment that had not gone back to the fan before its release, and the same share of the charge's cost, in cents. */
const released = (sql: Connection) => {
  const left = sql`(amount_cents - refunded_cents - lost_cents + returned_cents - regained_cents)`;
  return sql`${left} as amount_cents, round(cost_cents::numeric * ${left} / amount_cents)::bigint as cost_cents`;
};

/**
 * Claims every paid payment of an account at one processor for one cause, except payments that a refund or another release has claimed. Repeating the
 * call with the same cause claims nothing more.
 */
export async function claimForRelease(
  tx: Tx,
  { heldAccount, processor }: { heldAccount: string; processor: string },
  cause: string,
): Promise<{ amountCents: number; costCents: number }[]> {
  return tx<{ amountCents: number; costCents: number }[]>`
    update payments set claimed_by = ${cause}
    where held_account = ${heldAccount} and processor = ${processor} and status = 'succeeded' and claimed_by is null
    returning ${released(tx)}`;
}

export async function listClaimed(
  sql: Connection,
  cause: string,
): Promise<{ amountCents: number; costCents: number }[]> {
  return sql<{ amountCents: number; costCents: number }[]>`
    select ${released(sql)} from payments where claimed_by = ${cause}`;
}

/**
 * Claims one payment, by its id or its subject, for its refund. The refund's id follows from the payment's, so that a refund whose row is lost can be
 * found by its reference. Undefined if there is none or if it is already claimed.
 */
export async function claimForRefund(
  tx: Tx,
  of: { paymentId: string } | { subject: string },
): Promise<{ id: string; refundId: string; amountCents: number } | undefined> {
  const isMeant = 'paymentId' in of ? tx`id = ${of.paymentId}` : tx`subject = ${of.subject}`;
  const [chosen] = await tx<{ id: string }[]>`
    select id from payments
    where ${isMeant} and status in ('succeeded', 'stray') and claimed_by is null
    order by status = 'stray' desc, attempt limit 1`;
  if (!chosen) return undefined;
  const refundId = refundIdOf(chosen.id);
  const [row] = await tx<{ amountCents: number }[]>`
    update payments set claimed_by = ${`refund:${refundId}`}
    where id = ${chosen.id} and status in ('succeeded', 'stray') and claimed_by is null
    returning amount_cents - refunded_cents - lost_cents as amount_cents`;
  return row && { id: chosen.id, refundId, amountCents: row.amountCents };
}

/** Adds the cents that went back to the fan, by refunds and by lost disputes. After the release, those that are held again go first. */
export async function addReturned(
  tx: Tx,
  id: string,
  { refunded = 0, lost = 0, afterRelease }: { refunded?: number; lost?: number; afterRelease: boolean },
): Promise<void> {
  const cents = afterRelease ? refunded + lost : 0;
  await tx`
    update payments
    set refunded_cents = refunded_cents + ${refunded}, lost_cents = lost_cents + ${lost},
      returned_cents = returned_cents + ${cents}::bigint - least(regained_cents, ${cents}::bigint),
      regained_cents = regained_cents - least(regained_cents, ${cents}::bigint)
    where id = ${id}`;
}

/** Claims a held payment while an admin's refund is under way, so that no release takes it. A released one keeps its claim. */
export async function claimForAdminRefund(tx: Tx, id: string, refundId: string): Promise<void> {
  await tx`update payments set claimed_by = ${`refund:${refundId}`} where id = ${id} and claimed_by is null`;
}

/** Returns the payment to its pool after an admin's refund. A payment of which nothing is left stays claimed. */
export async function endAdminClaim(tx: Tx, id: string, refundId: string): Promise<void> {
  await tx`
    update payments set claimed_by = null
    where id = ${id} and claimed_by = ${`refund:${refundId}`} and refunded_cents + lost_cents < amount_cents`;
}

/** Whether a release has claimed a payment of this subject. */
export async function hasReleased(sql: Connection, subject: string): Promise<boolean> {
  const rows = await sql`
    select 1 from payments
    where subject = ${subject} and status = 'succeeded' and claimed_by is not null and claimed_by not like 'refund:%'
      and claimed_by not like 'dispute:%'`;
  return rows.length > 0;
}

/** Whether a dispute has claimed the payment of this subject. Strays do not count: a lost one keeps its claim forever. */
export async function isDisputed(sql: Connection, subject: string): Promise<boolean> {
  const rows = await sql`
    select 1 from payments where subject = ${subject} and status = 'succeeded' and claimed_by like 'dispute:%'`;
  return rows.length > 0;
}

export async function findPaymentByCharge(
  sql: Connection,
  processor: string,
  chargeRef: string,
): Promise<Payment | undefined> {
  const [row] = await sql<Payment[]>`
    select * from payments where processor = ${processor} and processor_ref = ${chargeRef}`;
  return row;
}

/** Whether a charge or a refund of this person has no outcome yet. An open page without a payment does not count. */
export async function hasPaymentUnderWay(sql: Connection, userId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from payments p left join refunds r on r.payment_id = p.id
    where p.user_id = ${userId}
      and (p.status = 'processing' or (p.status = 'created' and p.kind = 'off_session') or r.status = 'created')
    limit 1`;
  return row !== undefined;
}
