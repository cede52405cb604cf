import type { MoneyContext } from '#server/money/money-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { insertReadyAccount, readPayoutAccount } from './payout-accounts.sql.ts';

/**
 * Stores a creator's default payout account at this processor. Returns whether the account can receive payouts: false if the processor
 * requires onboarding first. Does not call the processor, so it may run in the caller's transaction.
 */
export async function ensurePayoutAccount({ cards }: MoneyContext, sql: Connection, userId: string): Promise<boolean> {
  const known = await readPayoutAccount(sql, userId, cards.name);
  if (known) return known.status === 'ready';
  const standing = cards.defaultPayoutAccount(userId);
  if (!standing) return false;
  await insertReadyAccount(sql, { userId, processor: cards.name, accountRef: standing.accountRef });
  return true;
}
