import type { Connection } from '#server/platform/postgres/db.ts';
import { sumOwedOn, sumPayouts } from './earnings.sql.ts';

export interface Earnings {
  /** Owed to the creator and not yet requested as a payout. */
  balanceCents: number;
  inTransitCents: number;
  paidOutCents: number;
  /** Held on the given accounts: not earned yet. */
  heldCents: number;
}

/** A creator's earnings from the ledger, in cents. */
export async function readEarnings(
  sql: Connection,
  userId: string,
  heldAccounts: readonly `held:${string}`[],
): Promise<Earnings> {
  const [balanceCents, heldCents, payouts] = await Promise.all([
    sumOwedOn(sql, [`creator_payable:${userId}`]),
    sumOwedOn(sql, heldAccounts),
    sumPayouts(sql, userId),
  ]);
  return { balanceCents, heldCents, ...payouts };
}
