import type { DisputeEvidence, DisputeState } from '#server/money/card-processor.ts';
import { derivedId } from '#server/money/derived-id.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Dispute {
  id: string;
  paymentId: string;
  processor: string;
  processorRef: string;
  amountCents: number;
  feeCents: number;
  /** The number of fee journals. */
  feeChanges: number;
  reason: string;
  status: DisputeState['status'];
  evidenceDueAt: Date | null;
  evidence: DisputeEvidence | null;
  evidenceAttempt: number;
  evidenceAt: Date | null;
  evidenceSentAt: Date | null;
}

const isOpen = (sql: Connection) => sql`status in ('needs_response', 'under_review')`;

export async function readDispute(sql: Connection, id: string): Promise<Dispute | undefined> {
  const [row] = await sql<Dispute[]>`select * from disputes where id = ${id}`;
  return row;
}

export async function lockDispute(tx: Tx, id: string): Promise<Dispute | undefined> {
  const [row] = await tx<Dispute[]>`select * from disputes where id = ${id} for update`;
  return row;
}

export async function lockDisputeByRef(tx: Tx, processor: string, ref: string): Promise<Dispute | undefined> {
  const [row] = await tx<Dispute[]>`
    select * from disputes where processor = ${processor} and processor_ref = ${ref} for update`;
  return row;
}

/**
 * Every dispute starts open; a later state closes it. Its id derives from the processor's, so that its reversal has the same id after a
 * restore. The caller has locked the subject, so `created_at` gives the order of its disputes.
 */
export async function insertDispute(
  tx: Tx,
  { paymentId, processor, state }: { paymentId: string; processor: string; state: DisputeState },
): Promise<Dispute> {
  const { disputeRef, amountCents, reason, dueAt, openedAt } = state;
  const [row] = await tx<Dispute[]>`
    insert into disputes (id, payment_id, processor, processor_ref, amount_cents, reason, status, evidence_due_at, opened_at, created_at)
    values (${derivedId('dispute', `${processor} ${disputeRef}`)}, ${paymentId}, ${processor}, ${disputeRef}, ${amountCents}, ${reason}, 'needs_response', ${dueAt}, ${openedAt},
      clock_timestamp())
    returning *`;
  if (!row) throw new Error(`dispute ${disputeRef} was not inserted`);
  return row;
}

export async function saveDisputeStatus(tx: Tx, id: string, { status, dueAt, reason }: DisputeState): Promise<void> {
  await tx`
    update disputes set status = ${status}, reason = ${reason}, evidence_due_at = coalesce(${dueAt}, evidence_due_at),
      settled_at = case when ${status} in ('won', 'lost') then clock_timestamp() end
    where id = ${id}`;
}

/** Stores the fee and returns the number of its journal; undefined if the fee is the same, or has changed too often. */
export async function saveFee(tx: Tx, id: string, feeCents: number): Promise<number | undefined> {
  const [row] = await tx<{ feeChanges: number }[]>`
    update disputes set fee_cents = ${feeCents}, fee_changes = fee_changes + 1
    where id = ${id} and fee_cents <> ${feeCents} and fee_changes < 9 returning fee_changes`;
  return row?.feeChanges;
}

/** Claims a payment that neither a release nor a refund has claimed. */
export async function claimForDispute(tx: Tx, paymentId: string, disputeId: string): Promise<boolean> {
  const rows = await tx`
    update payments set claimed_by = ${`dispute:${disputeId}`}
    where id = ${paymentId} and status in ('succeeded', 'stray') and claimed_by is null returning id`;
  return rows.length > 0;
}

/** Every dispute of a payment that freezes it while it is open. */
const freezing = (sql: Connection, paymentId: string) => sql`
  (select id, status, opened_at, false as is_kept from disputes where payment_id = ${paymentId}
  union all
  select id, status, opened_at, true from unbooked_disputes where payment_id = ${paymentId} and kind = 'other_currency') d`;

/** The oldest dispute of a payment about which the bank still decides. */
export async function findOpenDispute(
  tx: Tx,
  paymentId: string,
): Promise<{ id: string; paymentId: string } | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from ${freezing(tx, paymentId)} where ${isOpen(tx)} order by opened_at, id limit 1`;
  return row && { id: row.id, paymentId };
}

/**
 * Passes the claim of a decided dispute on to another open one, or returns the payment to its pool. A payment of which nothing is left
 * stays claimed, by the dispute that took it, and so does one that lost a dispute outside of the books. Call it after the status is stored.
 */
export async function passClaim(tx: Tx, paymentId: string): Promise<void> {
  await tx`
    update payments p set claimed_by = x.claim
    from (select (
      select 'dispute:' || d.id from ${freezing(tx, paymentId)}, payments y
      where y.id = ${paymentId} and (d.${isOpen(tx)} or d.status = 'lost' and (d.is_kept or y.refunded_cents + y.lost_cents >= y.amount_cents))
      order by d.${isOpen(tx)} desc, d.opened_at, d.id limit 1) as claim) x
    where p.id = ${paymentId} and p.claimed_by like 'dispute:%'
      and (x.claim is not null or p.refunded_cents + p.lost_cents < p.amount_cents)`;
}

export async function isRefundUnderWay(tx: Tx, paymentId: string): Promise<boolean> {
  return (await tx`select 1 from refunds where payment_id = ${paymentId} and status = 'created'`).length > 0;
}

/** Open disputes that were not looked up for an hour. Marks them as looked up. */
export async function takeStaleDisputes(sql: Connection, processor: string, limit: number): Promise<string[]> {
  const rows = await sql<{ processorRef: string }[]>`
    update disputes set looked_up_at = clock_timestamp()
    where id in (
      select id from disputes
      where ${isOpen(sql)} and processor = ${processor} and looked_up_at < clock_timestamp() - interval '1 hour'
      order by looked_up_at limit ${limit})
    returning processor_ref`;
  return rows.map(({ processorRef }) => processorRef);
}

/**
 * Since when the reconciler lists disputes and fraud warnings. `far` goes back 30 days, which covers an outage, and further:
 * - to the backup of a restore, for half a year, because a charge whose row was lost may find its pledge late, and its dispute only then;
 * - to the oldest attempt without an outcome, because its dispute counts only once it is settled.
 */
export async function searchStart(
  sql: Connection,
  processor: string,
  { far, restoredFrom }: { far: boolean; restoredFrom: Date | undefined },
): Promise<Date> {
  const [row] = await sql<{ since: Date }[]>`
    select case when ${far} then least(
        clock_timestamp() - interval '30 days',
        ${restoredFrom ?? null}::timestamptz - interval '3 days',
        (select min(taken_at) - interval '3 days' from restores where finished_at > clock_timestamp() - interval '180 days'),
        (select min(created_at) from payments where status in ('created', 'processing') and processor = ${processor}))
      else clock_timestamp() - interval '3 days' end as since`;
  if (!row) throw new Error('the database returned no time');
  return row.since;
}

/** The stored state of these disputes, by their references at the processor. */
export async function listKnownDisputes(
  sql: Connection,
  processor: string,
  refs: readonly string[],
): Promise<{ processorRef: string; status: string; feeCents: number }[]> {
  return sql<{ processorRef: string; status: string; feeCents: number }[]>`
    select processor_ref, status, fee_cents from disputes where processor = ${processor} and processor_ref = any(${[...refs]})`;
}

/** Stores evidence before it is sent. False if evidence was stored before, or the dispute no longer takes any. */
export async function storeEvidence(
  tx: Tx,
  { id, adminId, evidence }: { id: string; adminId: string; evidence: DisputeEvidence },
): Promise<boolean> {
  const rows = await tx`
    update disputes set evidence = ${tx.json({ ...evidence, serviceDate: evidence.serviceDate?.toISOString() ?? null })},
      evidence_by = ${adminId}, evidence_at = clock_timestamp(), evidence_attempt = evidence_attempt + 1, evidence_error = null
    where id = ${id} and evidence is null and status = 'needs_response' returning id`;
  return rows.length > 0;
}

export async function markEvidenceSent(sql: Connection, id: string): Promise<void> {
  await sql`
    update disputes set evidence_sent_at = clock_timestamp()
    where id = ${id} and evidence is not null and evidence_sent_at is null`;
}

/** Removes evidence that the processor refused, so that an admin can submit it again. */
export async function removeRefusedEvidence(sql: Connection, id: string, error: string): Promise<void> {
  await sql`
    update disputes set evidence = null, evidence_at = null, evidence_by = null, evidence_error = ${error}
    where id = ${id} and evidence_sent_at is null`;
}

/**
 * Removes a person's name and email address from the evidence of their payments. Evidence that is not sent yet gets another idempotency
 * key, because the processor may have the old one with the old text.
 */
export async function blankEvidence(tx: Tx, userId: string): Promise<void> {
  await tx`
    update disputes d set
      evidence = d.evidence || jsonb_build_object('customerName', null, 'customerEmail', null,
        'receipt', regexp_replace(d.evidence ->> 'receipt', '\\nPaid by: [^\\n]*', '', 'g')),
      evidence_attempt = d.evidence_attempt + case when d.evidence_sent_at is null then 1 else 0 end
    from payments p where p.id = d.payment_id and p.user_id = ${userId} and d.evidence is not null`;
}

export async function listUnsentEvidence(sql: Connection, processor: string, olderThanMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from disputes
    where evidence_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000}) and evidence_sent_at is null
      and ${isOpen(sql)} and processor = ${processor}
    order by evidence_at limit 200`;
  return rows.map(({ id }) => id);
}

/** Stores a warning once; true for the first caller. */
export async function insertWarning(
  tx: Tx,
  warning: { paymentId: string; processor: string; processorRef: string; actionable: boolean },
): Promise<boolean> {
  const rows = await tx`
    insert into fraud_warnings ${tx(warning)} on conflict (processor, processor_ref) do nothing returning id`;
  return rows.length > 0;
}

export async function updateWarning(
  tx: Tx,
  {
    processor,
    processorRef,
    actionable,
    refunded,
  }: { processor: string; processorRef: string; actionable: boolean; refunded: boolean },
): Promise<void> {
  await tx`
    update fraud_warnings set actionable = ${actionable}, refunded = refunded or ${refunded}
    where processor = ${processor} and processor_ref = ${processorRef}`;
}

export async function listKnownWarnings(
  sql: Connection,
  processor: string,
  refs: readonly string[],
): Promise<{ processorRef: string; actionable: boolean }[]> {
  return sql<{ processorRef: string; actionable: boolean }[]>`
    select processor_ref, actionable from fraud_warnings
    where processor = ${processor} and processor_ref = any(${[...refs]})`;
}
