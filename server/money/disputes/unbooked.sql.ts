import type { DisputeState } from '#server/money/card-processor.ts';
import { derivedId } from '#server/money/derived-id.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** A dispute that the ledger does not contain: an inquiry of the bank, or a dispute in another currency. */
export interface UnbookedDispute {
  id: string;
  kind: 'inquiry' | 'other_currency';
  /** escalated: the inquiry became a dispute in US dollars. */
  status: DisputeState['status'] | 'escalated';
}

export async function lockUnbooked(tx: Tx, processor: string, ref: string): Promise<UnbookedDispute | undefined> {
  const [row] = await tx<UnbookedDispute[]>`
    select id, kind, status from unbooked_disputes where processor = ${processor} and processor_ref = ${ref} for update`;
  return row;
}

/** Stores the state of an unbooked dispute, and returns its id. */
export async function storeUnbooked(
  tx: Tx,
  { paymentId, processor, state }: { paymentId: string; processor: string; state: DisputeState },
): Promise<string> {
  const { disputeRef, amountCents: amount, reason, dueAt, openedAt, status } = state;
  const id = derivedId('dispute', `${processor} ${disputeRef}`);
  const kind = state.inquiry ? 'inquiry' : 'other_currency';
  const currency = state.otherCurrency ?? 'usd';
  await tx`
    insert into unbooked_disputes as u
      (id, payment_id, processor, processor_ref, kind, amount, currency, reason, status, evidence_due_at, opened_at, settled_at)
    values (${id}, ${paymentId}, ${processor}, ${disputeRef}, ${kind}, ${amount}, ${currency}, ${reason}, ${status}, ${dueAt}, ${openedAt},
      case when ${status} in ('won', 'lost') then clock_timestamp() end)
    on conflict (processor, processor_ref) do update set kind = excluded.kind, amount = excluded.amount, currency = excluded.currency,
      reason = excluded.reason, status = excluded.status, evidence_due_at = coalesce(excluded.evidence_due_at, u.evidence_due_at),
      settled_at = excluded.settled_at`;
  return id;
}

/** Marks an inquiry as a dispute that the ledger contains. */
export async function markEscalated(tx: Tx, id: string): Promise<void> {
  await tx`update unbooked_disputes set status = 'escalated', settled_at = clock_timestamp() where id = ${id}`;
}

/** The stored state of these disputes, by their references at the processor, without escalated ones. */
export async function listKnownUnbooked(
  sql: Connection,
  processor: string,
  refs: readonly string[],
): Promise<{ processorRef: string; status: string; kind: UnbookedDispute['kind'] }[]> {
  return sql<{ processorRef: string; status: string; kind: UnbookedDispute['kind'] }[]>`
    select processor_ref, status, kind from unbooked_disputes
    where processor = ${processor} and processor_ref = any(${[...refs]}) and status <> 'escalated'`;
}

/** Undecided ones that were not looked up for an hour. Marks them as looked up. */
export async function takeStaleUnbooked(sql: Connection, processor: string, limit: number): Promise<string[]> {
  const rows = await sql<{ processorRef: string }[]>`
    update unbooked_disputes set looked_up_at = clock_timestamp()
    where id in (
      select id from unbooked_disputes
      where status in ('needs_response', 'under_review') and processor = ${processor}
        and looked_up_at < clock_timestamp() - interval '1 hour'
      order by looked_up_at limit ${limit})
    returning processor_ref`;
  return rows.map(({ processorRef }) => processorRef);
}
