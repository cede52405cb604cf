import type { MoneyContext } from '#server/money/money-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { insertPayoutAccount, readPayoutAccount } from './payouts.sql.ts';

/**
 * Gives a verified creator the payout account that everyone has at this processor from the start, and tells whether payouts can
 * go there. False where the processor wants an onboarding first. Calls nobody, so it may run in the caller's transaction.
 */
export async function ensurePayoutAccount({ cards }: MoneyContext, sql: Connection, userId: string): Promise<boolean> {
  const known = await readPayoutAccount(sql, userId, cards.name);
  if (known) return known.ready;
  const standing = cards.standingPayoutAccount(userId);
  if (!standing) return false;
  await insertPayoutAccount(sql, { userId, processor: cards.name, accountRef: standing.accountRef, ready: true });
  return true;
}
