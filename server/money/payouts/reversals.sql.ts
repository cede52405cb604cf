import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Takes money of a completed transfer back from the creator's account. */
export interface Reversal {
  id: string;
  partId: string;
  amountCents: number;
  /** Also our reference at the processor, of all attempts. */
  idempotencyKey: string;
  /** Counts the refused attempts as well. Each has its own key at the processor, which stores refusals under their key. */
  attempt: number;
  processorRef: string | null;
  status: 'created' | 'succeeded' | 'refused';
  userId: string;
  subject: string;
  processor: string;
  partStatus: string;
  transferRef: string | null;
}

/** False if this cause already has a reversal. */
export async function insertReversal(
  tx: Tx,
  { id, partId, amountCents, cause }: { id: string; partId: string; amountCents: number; cause: string },
): Promise<boolean> {
  const rows = await tx`
    insert into payout_reversals (id, part_id, amount_cents, cause, idempotency_key)
    values (${id}, ${partId}, ${amountCents}, ${cause}, ${`reversal:${id}`})
    on conflict (cause) do nothing returning id`;
  return rows.length > 0;
}

/** The amount of a part that no reversal has taken back or may still take back, in cents. */
export async function readReversible(tx: Tx, partId: string): Promise<number> {
  const [row] = await tx<{ cents: number }[]>`
    select (p.amount_cents - coalesce(sum(r.amount_cents), 0))::bigint as cents
    from payout_parts p left join payout_reversals r on r.part_id = p.id and r.status <> 'refused'
    where p.id = ${partId} and p.status in ('pending', 'in_transit', 'paid') group by p.id`;
  return row?.cents ?? 0;
}

const reversalRows = (sql: Connection) => sql`
  select r.*, o.user_id, o.subject, o.processor, p.status as part_status, p.processor_ref as transfer_ref
  from payout_reversals r join payout_parts p on p.id = r.part_id join payouts o on o.id = p.payout_id`;

export async function readReversal(sql: Connection, id: string): Promise<Reversal | undefined> {
  const [row] = await sql<Reversal[]>`${reversalRows(sql)} where r.id = ${id}`;
  return row;
}

export async function findReversalByReference(sql: Connection, reference: string): Promise<Reversal | undefined> {
  const [row] = await sql<Reversal[]>`${reversalRows(sql)} where r.idempotency_key = ${reference}`;
  return row;
}

/** True for exactly one caller. */
export async function markReversed(tx: Tx, { id, partId, amountCents }: Reversal, ref: string): Promise<boolean> {
  const rows = await tx`
    update payout_reversals set status = 'succeeded', processor_ref = ${ref}, settled_at = clock_timestamp()
    where id = ${id} and status = 'created' returning id`;
  if (rows.length === 0) return false;
  await tx`update payout_parts set reversed_cents = reversed_cents + ${amountCents} where id = ${partId}`;
  return true;
}

/** Nothing if the next attempt is already under way. */
export async function markReversalRefused(
  sql: Connection,
  { id, attempt }: Pick<Reversal, 'id' | 'attempt'>,
  reason: string,
): Promise<void> {
  await sql`
    update payout_reversals set status = 'refused', failure_reason = ${reason}, settled_at = clock_timestamp()
    where id = ${id} and status = 'created' and attempt = ${attempt}`;
}

/** Opens a refused reversal for its next attempt, with what is still owed. True for exactly one caller. */
export async function reopenReversal(
  tx: Tx,
  { id, attempt }: Pick<Reversal, 'id' | 'attempt'>,
  amountCents: number,
): Promise<boolean> {
  const rows = await tx`
    update payout_reversals
    set status = 'created', attempt = attempt + 1, amount_cents = ${amountCents}, failure_reason = null, settled_at = null
    where id = ${id} and status = 'refused' and attempt = ${attempt} returning id`;
  return rows.length > 0;
}

/** Reversals that were refused a day ago, of completed transfers to creators who still owe us money. */
export async function listRefusedReversals(sql: Connection, processor: string, limit: number): Promise<Reversal[]> {
  return sql<Reversal[]>`
    select r.*, o.user_id, o.subject, o.processor, p.status as part_status, p.processor_ref as transfer_ref
    from payout_reversals r join payout_parts p on p.id = r.part_id join payouts o on o.id = p.payout_id
      join ledger_balances b on b.account = 'creator_debt:' || o.user_id
    where r.status = 'refused' and o.processor = ${processor} and p.status = 'paid' and b.balance_cents > 0
      and r.settled_at < clock_timestamp() - interval '1 day'
    order by r.settled_at, r.id limit ${limit}`;
}

export async function listOpenReversals(
  sql: Connection,
  processor: string,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select r.id from payout_reversals r join payout_parts t on t.id = r.part_id join payouts o on o.id = t.payout_id
    where r.status = 'created' and o.processor = ${processor}
      and r.created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and (${after}::uuid is null
        or (r.created_at, r.id) > (select x.created_at, x.id from payout_reversals x where x.id = ${after}::uuid))
    order by r.created_at, r.id limit ${limit}`;
}
