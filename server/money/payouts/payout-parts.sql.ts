import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** A transfer of a payout: the creator's share of one payment. */
export interface PayoutPart {
  id: string;
  payoutId: string;
  paymentId: string | null;
  amountCents: number;
  reversedCents: number;
  attempt: number;
  /** Also our reference at the processor. */
  idempotencyKey: string;
  processorRef: string | null;
  /** The account that it goes to; null until it is sent. */
  accountRef: string | null;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'deducted';
  /** How often the processor refused this attempt because of something that the operator must solve. */
  refusals: number;
  /** The processor's code of the last refusal, while it waits for the operator. */
  problemCode: string | null;
  userId: string;
  subject: string;
  processor: string;
  /** The charge of the payment. */
  chargeRef: string | null;
}

/** The payments that a release claimed, in a stable order. */
export async function listReleased(
  tx: Tx,
  releaseCause: string,
): Promise<{ paymentId: string; amountCents: number }[]> {
  return tx<{ paymentId: string; amountCents: number }[]>`
    select id as payment_id, amount_cents - refunded_cents - lost_cents + returned_cents - regained_cents as amount_cents from payments
    where claimed_by = ${releaseCause} order by created_at, id`;
}

export interface NewPart {
  id: string;
  paymentId: string | null;
  amountCents: number;
  /** The reference of a transfer that was made before a restore. */
  transferred?: string;
}

/** The transfers of these parts that a restore left unmatched, in cents. A part has at most one, whatever payout or attempt made it. */
export async function listTransferred(
  tx: Tx,
  processor: string,
  partIds: readonly string[],
): Promise<{ id: string; reference: string; amountCents: number }[]> {
  return tx<{ id: string; reference: string; amountCents: number }[]>`
    select split_part(reference, ':', 3) as id, reference, -amount_cents as amount_cents from unmatched_movements
    where matched_at is null and processor = ${processor} and reference like 'payout:%' and amount_cents < 0
      and split_part(reference, ':', 3) = any(${[...partIds]})`;
}

export async function insertParts(tx: Tx, payoutId: string, parts: readonly NewPart[]): Promise<void> {
  if (parts.length === 0) return;
  await tx`
    insert into payout_parts (id, payout_id, payment_id, amount_cents, status, idempotency_key)
    select id, ${payoutId}, payment_id, amount_cents, case when amount_cents = 0 then 'deducted' else 'pending' end,
      coalesce(reference, 'payout:' || ${payoutId} || ':' || id || ':1')
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ paymentId }) => paymentId)}::uuid[],
      ${parts.map(({ amountCents }) => amountCents)}::bigint[], ${parts.map(({ transferred }) => transferred ?? null)}::text[])
      as n (id, payment_id, amount_cents, reference)`;
}

export async function listFailedParts(tx: Tx, payoutId: string): Promise<NewPart[]> {
  return tx<NewPart[]>`
    select id, payment_id, amount_cents from payout_parts where payout_id = ${payoutId} and status = 'failed'
    order by created_at, id`;
}

/** Gives failed parts new amounts and keys for another try. */
export async function reopenParts(tx: Tx, parts: readonly NewPart[]): Promise<void> {
  await tx`
    update payout_parts p
    set status = case when n.amount_cents = 0 then 'deducted' else 'pending' end, amount_cents = n.amount_cents,
      attempt = p.attempt + 1, idempotency_key = 'payout:' || p.payout_id || ':' || p.id || ':' || (p.attempt + 1),
      processor_ref = null, account_ref = null, pool_title = null, description = null, sent_at = null, failure_reason = null, refusals = 0, problem_code = null,
      retried_at = clock_timestamp()
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ amountCents }) => amountCents)}::bigint[]) as n (id, amount_cents)
    where p.id = n.id`;
}

const partRows = (sql: Connection) => sql`
  select p.*, o.user_id, o.subject, o.processor, y.processor_ref as charge_ref
  from payout_parts p join payouts o on o.id = p.payout_id left join payments y on y.id = p.payment_id`;

export async function readPart(sql: Connection, id: string): Promise<PayoutPart | undefined> {
  const [row] = await sql<PayoutPart[]>`${partRows(sql)} where p.id = ${id}`;
  return row;
}

export async function findPartByReference(sql: Connection, reference: string): Promise<PayoutPart | undefined> {
  const [row] = await sql<PayoutPart[]>`${partRows(sql)} where p.idempotency_key = ${reference}`;
  return row;
}

/** The part that paid out a payment; undefined if the payment was not paid out. */
export async function findPartOfPayment(sql: Connection, paymentId: string): Promise<PayoutPart | undefined> {
  const [row] = await sql<PayoutPart[]>`${partRows(sql)} where p.payment_id = ${paymentId}`;
  return row;
}

/** The stored fields of a part's request. Null texts: it says nothing of a pool. */
export interface PartRequest {
  accountRef: string;
  poolTitle: string | null;
  description: string | null;
}

/**
 * Stores what the request of an open part says and returns it, or what was stored with an earlier try: a request must not change under its
 * idempotency key. Undefined once the part is settled or has another key, and while the payouts of the creator are held.
 */
export async function bindPart(
  sql: Connection,
  { id, idempotencyKey }: Pick<PayoutPart, 'id' | 'idempotencyKey'>,
  { accountRef, poolTitle, description }: PartRequest,
): Promise<PartRequest | undefined> {
  const [row] = await sql<PartRequest[]>`
    update payout_parts t set account_ref = coalesce(t.account_ref, ${accountRef}), sent_at = clock_timestamp(),
      pool_title = case when t.account_ref is null then ${poolTitle} else t.pool_title end,
      description = case when t.account_ref is null then ${description} else t.description end
    from payouts o
    where o.id = t.payout_id and t.id = ${id} and t.idempotency_key = ${idempotencyKey} and t.status in ('pending', 'in_transit')
      and not are_payouts_held(o.user_id) and payout_account_held_until(o.user_id, o.processor) is null
    returning t.account_ref, t.pool_title, t.description`;
  return row;
}

export async function markPartInTransit(tx: Tx, id: string, key: string, ref: string): Promise<boolean> {
  const rows = await tx`
    update payout_parts set status = 'in_transit', processor_ref = ${ref}, problem_code = null
    where id = ${id} and idempotency_key = ${key} and status = 'pending' returning id`;
  return rows.length > 0;
}

/** True for exactly one caller. */
export async function markPartPaid(tx: Tx, id: string, key: string, ref: string): Promise<boolean> {
  const rows = await tx`
    update payout_parts set status = 'paid', processor_ref = ${ref}, paid_at = clock_timestamp(), problem_code = null
    where id = ${id} and idempotency_key = ${key} and status in ('pending', 'in_transit') returning id`;
  return rows.length > 0;
}

/** True for exactly one caller. */
export async function markPartFailed(tx: Tx, id: string, key: string, reason: string): Promise<boolean> {
  const rows = await tx`
    update payout_parts set status = 'failed', failure_reason = ${reason}, problem_code = null
    where id = ${id} and idempotency_key = ${key} and status in ('pending', 'in_transit') returning id`;
  return rows.length > 0;
}

/**
 * Keeps an open part back until the operator has solved what the processor refused. `refused`: the processor did nothing, so the next try
 * uses another idempotency key, because processors repeat a refusal under the same one. False if another worker was faster.
 */
export async function holdPartBack(
  tx: Tx,
  { id, idempotencyKey, refusals }: Pick<PayoutPart, 'id' | 'idempotencyKey' | 'refusals'>,
  { code, refused }: { code: string; refused: boolean },
): Promise<boolean> {
  const rows = await tx`
    update payout_parts set problem_code = ${code}, refused_at = clock_timestamp(), refusals = refusals + ${refused ? 1 : 0}
    where id = ${id} and idempotency_key = ${idempotencyKey} and refusals = ${refusals} and status = 'pending' returning id`;
  return rows.length > 0;
}

/** How many parts have no outcome yet, and why parts failed. */
export async function readOutcome(
  tx: Tx,
  payoutId: string,
): Promise<{ open: number; failed: number; reason: string | null }> {
  const [row] = await tx<{ open: number; failed: number; reason: string | null }[]>`
    select count(*) filter (where status in ('pending', 'in_transit'))::int as open,
      count(*) filter (where status = 'failed')::int as failed, max(failure_reason) filter (where status = 'failed') as reason
    from payout_parts where payout_id = ${payoutId}`;
  return row ?? { open: 0, failed: 0, reason: null };
}

/** The open parts that wait for nothing but the processor. */
export async function listOpenParts(
  sql: Connection,
  processor: string,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select t.id from payout_parts t join payouts o on o.id = t.payout_id
    where t.status in ('pending', 'in_transit') and t.problem_code is null and o.processor = ${processor}
      and t.created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and (${after}::uuid is null
        or (t.created_at, t.id) > (select x.created_at, x.id from payout_parts x where x.id = ${after}::uuid))
    order by t.created_at, t.id limit ${limit}`;
}

/** The parts that wait for the operator, those that were tried longest ago first. */
export async function listHeldBackParts(
  sql: Connection,
  processor: string,
): Promise<{ id: string; problemCode: string }[]> {
  return sql<{ id: string; problemCode: string }[]>`
    select t.id, t.problem_code from payout_parts t join payouts o on o.id = t.payout_id
    where t.problem_code is not null and t.status in ('pending', 'in_transit') and o.processor = ${processor}
    order by t.refused_at, t.id`;
}
