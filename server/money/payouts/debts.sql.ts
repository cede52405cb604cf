import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** The amount that a creator owes us because released money went back to fans, in cents. */
export async function readDebt(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ balanceCents: number }[]>`
    select balance_cents from ledger_balances where account = ${`creator_debt:${userId}`}`;
  return row?.balanceCents ?? 0;
}

/** Locks the creator's debt until the transaction ends, before any other balance of the creator. Returns the debt in cents. */
export async function lockDebt(tx: Tx, userId: string): Promise<number> {
  const account = `creator_debt:${userId}`;
  await tx`insert into ledger_balances (account) values (${account}) on conflict do nothing`;
  const [row] = await tx<{ balanceCents: number }[]>`
    select balance_cents from ledger_balances where account = ${account} for update`;
  return row?.balanceCents ?? 0;
}

/** Locks the debt. Returns the part of it that a payout may deduct: reversals without an outcome may still pay the rest. */
export async function lockDeductibleDebt(tx: Tx, userId: string): Promise<number> {
  const debtCents = await lockDebt(tx, userId);
  if (debtCents === 0) return 0;
  const [reversing] = await tx<{ cents: number }[]>`
    select coalesce(sum(r.amount_cents), 0)::bigint as cents
    from payout_reversals r join payout_parts p on p.id = r.part_id join payouts o on o.id = p.payout_id
    where r.status = 'created' and o.user_id = ${userId}`;
  return Math.max(0, debtCents - (reversing?.cents ?? 0));
}
