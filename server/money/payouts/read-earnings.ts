import type { Connection } from '#server/platform/postgres/db.ts';
import { readDebt } from './debts.sql.ts';
import { countPayouts, listPayoutRows, type PayoutItem, readBalance, sumPayouts } from './earnings.sql.ts';

export interface Earnings {
  /** Owed to the creator and not on its way. */
  balanceCents: number;
  /** Owed by the creator because released money went back to fans. The next payouts deduct it. */
  debtCents: number;
  inTransitCents: number;
  paidOutCents: number;
}

/** A creator's earnings, in cents. */
export async function readEarnings(sql: Connection, userId: string): Promise<Earnings> {
  const [balanceCents, debtCents, payouts] = await Promise.all([
    readBalance(sql, `creator_payable:${userId}`),
    readDebt(sql, userId),
    sumPayouts(sql, userId),
  ]);
  return { balanceCents, debtCents, ...payouts };
}

/** A page of a creator's payouts, newest first, amounts in cents; `subject` is the purpose of each ("pool:ID"). */
export async function listPayouts(
  sql: Connection,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ payouts: PayoutItem[]; totalCount: number }> {
  const [payouts, totalCount] = await Promise.all([listPayoutRows(sql, userId, page), countPayouts(sql, userId)]);
  return { payouts, totalCount };
}
