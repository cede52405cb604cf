import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Payout {
  id: string;
  userId: string;
  subject: string;
  amountCents: number;
  processor: string;
  attempt: number;
  /** Also our reference at the processor. */
  idempotencyKey: string;
  processorRef: string | null;
  status: 'pending' | 'in_transit' | 'paid' | 'failed';
}

/** Undefined if this subject already has a payout that has not failed. A failed payout is tried again under the next key. */
export async function insertPayout(
  tx: Tx,
  payout: { id: string; userId: string; subject: string; amountCents: number; processor: string },
): Promise<Payout | undefined> {
  const { id, userId, subject, amountCents, processor } = payout;
  const [row] = await tx<Payout[]>`
    insert into payouts as o (id, user_id, subject, amount_cents, processor, idempotency_key)
    values (${id}, ${userId}, ${subject}, ${amountCents}, ${processor}, ${`payout:${id}:1`})
    on conflict (subject) do update
      set status = 'pending', attempt = o.attempt + 1, idempotency_key = 'payout:' || o.id || ':' || (o.attempt + 1),
        processor = excluded.processor, processor_ref = null, failure_reason = null
      where o.status = 'failed' and o.user_id = excluded.user_id and o.amount_cents = excluded.amount_cents
    returning *`;
  return row;
}

export async function findPayoutOf(sql: Connection, subject: string): Promise<Payout | undefined> {
  const [row] = await sql<Payout[]>`select * from payouts where subject = ${subject}`;
  return row;
}

export async function readPayout(sql: Connection, id: string): Promise<Payout | undefined> {
  const [row] = await sql<Payout[]>`select * from payouts where id = ${id}`;
  return row;
}

export async function findPayoutByReference(sql: Connection, reference: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from payouts where idempotency_key = ${reference}`;
  return row?.id;
}

export async function markInTransit(sql: Connection, id: string, ref: string): Promise<void> {
  await sql`update payouts set status = 'in_transit', processor_ref = ${ref} where id = ${id} and status = 'pending'`;
}

/** True for exactly one caller. */
export async function markPaid(tx: Tx, id: string, ref: string): Promise<boolean> {
  const rows = await tx`
    update payouts set status = 'paid', processor_ref = ${ref}, paid_at = clock_timestamp()
    where id = ${id} and status in ('pending', 'in_transit') returning id`;
  return rows.length > 0;
}

export async function markPayoutFailed(tx: Tx, id: string, reason: string): Promise<boolean> {
  const rows = await tx`
    update payouts set status = 'failed', failure_reason = ${reason}
    where id = ${id} and status in ('pending', 'in_transit') returning id`;
  return rows.length > 0;
}

export async function listOpenPayouts(
  sql: Connection,
  processor: string,
  olderThanMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from payouts
    where status in ('pending', 'in_transit') and processor = ${processor}
      and created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
    order by created_at limit ${limit}`;
  return rows.map(({ id }) => id);
}

export interface PayoutAccount {
  accountRef: string;
  ready: boolean;
}

export async function readPayoutAccount(
  sql: Connection,
  userId: string,
  processor: string,
): Promise<PayoutAccount | undefined> {
  const [row] = await sql<PayoutAccount[]>`
    select account_ref, ready from payout_accounts where user_id = ${userId} and processor = ${processor}`;
  return row;
}

export async function insertPayoutAccount(
  sql: Connection,
  account: { userId: string; processor: string; accountRef: string; ready: boolean },
): Promise<void> {
  await sql`insert into payout_accounts ${sql({ ...account })} on conflict (user_id, processor) do nothing`;
}
