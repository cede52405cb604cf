import type { Connection } from '#server/platform/postgres/db.ts';
import { readBalance, sumPayouts } from './earnings.sql.ts';

export interface Earnings {
  /** Owed to the creator and not yet requested as a payout. */
  balanceCents: number;
  inTransitCents: number;
  paidOutCents: number;
}

/** A creator's earnings, in cents. */
export async function readEarnings(sql: Connection, userId: string): Promise<Earnings> {
  const [balanceCents, payouts] = await Promise.all([
    readBalance(sql, `creator_payable:${userId}`),
    sumPayouts(sql, userId),
  ]);
  return { balanceCents, ...payouts };
}
