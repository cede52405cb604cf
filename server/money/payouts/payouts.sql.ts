import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type PayoutStatus = 'waiting' | 'pending' | 'in_transit' | 'paid' | 'failed';

export interface Payout {
  id: string;
  userId: string;
  subject: string;
  amountCents: number;
  processor: string;
  attempt: number;
  /** The cause of the journal that moves the amount from the creator's balance. */
  idempotencyKey: string;
  releaseCause: string | null;
  status: PayoutStatus;
}

export interface NewPayout {
  id: string;
  userId: string;
  subject: string;
  amountCents: number;
  processor: string;
  releaseCause: string | null;
}

/** Inserts a waiting payout, or locks and returns the one that this subject already has. */
export async function insertOrLockPayout(tx: Tx, payout: NewPayout): Promise<{ payout: Payout; isNew: boolean }> {
  // Without a conflict target: a second call conflicts with the id as well, which derives from the subject.
  const [made] = await tx<Payout[]>`
    insert into payouts ${tx({ ...payout, status: 'waiting', idempotencyKey: `payout:${payout.id}:1` })}
    on conflict do nothing returning *`;
  if (made) return { payout: made, isNew: true };
  const [existing] = await tx<Payout[]>`select * from payouts where subject = ${payout.subject} for update`;
  if (!existing) throw new Error(`no payout for ${payout.subject}`);
  return { payout: existing, isNew: false };
}

export async function lockPayout(tx: Tx, id: string): Promise<Payout> {
  const [row] = await tx<Payout[]>`select * from payouts where id = ${id} for update`;
  if (!row) throw new Error(`payout ${id} is gone`);
  return row;
}

export async function readPayout(sql: Connection, id: string): Promise<Payout | undefined> {
  const [row] = await sql<Payout[]>`select * from payouts where id = ${id}`;
  return row;
}

/** Stores another amount for a payout whose parts were transferred before a restore. */
export async function correctAmount(tx: Tx, id: string, byCents: number): Promise<void> {
  await tx`update payouts set amount_cents = amount_cents + ${byCents} where id = ${id}`;
}

/** Starts the next attempt of a payout that waits or failed. `deductedCents` is what it newly deducts for the creator's debt. */
export async function markStarted(
  tx: Tx,
  id: string,
  { idempotencyKey, attempt, deductedCents }: { idempotencyKey: string; attempt: number; deductedCents: number },
): Promise<void> {
  await tx`
    update payouts
    set status = 'pending', idempotency_key = ${idempotencyKey}, attempt = ${attempt}, failure_reason = null,
      amount_cents = amount_cents - ${deductedCents}, deducted_cents = deducted_cents + ${deductedCents}
    where id = ${id}`;
}

export async function markInTransit(tx: Tx, id: string): Promise<void> {
  await tx`update payouts set status = 'in_transit' where id = ${id} and status = 'pending'`;
}

export async function markPaid(tx: Tx, id: string): Promise<void> {
  await tx`
    update payouts p set status = 'paid', paid_at = clock_timestamp(),
      processor_ref = (select min(processor_ref) from payout_parts where payout_id = p.id)
    where id = ${id}`;
}

export async function markFailed(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx`update payouts set status = 'failed', failure_reason = ${reason} where id = ${id}`;
}

/** The creator's payouts that wait for a ready account, or that failed. */
export async function listUnsent(sql: Connection, userId: string, processor: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from payouts where user_id = ${userId} and processor = ${processor} and status in ('waiting', 'failed')
    order by created_at`;
  return rows.map(({ id }) => id);
}

/**
 * Payouts that still wait although their creator's account is ready, or that failed at an account that this one has replaced, the oldest
 * first.
 */
export async function listOverdueWaiting(sql: Connection, processor: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from payouts p join payout_accounts a on a.user_id = p.user_id and a.processor = p.processor
    where p.processor = ${processor} and a.status = 'ready' and not are_payouts_held(p.user_id) and (a.held_until is null or a.held_until <= clock_timestamp()) and (p.status = 'waiting' or p.status = 'failed' and exists (
      select from payout_parts t where t.payout_id = p.id and t.status = 'failed' and t.account_ref <> a.account_ref))
    order by p.created_at limit ${limit}`;
  return rows.map(({ id }) => id);
}
