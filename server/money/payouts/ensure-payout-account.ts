import type { MoneyContext } from '#server/money/money-context.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { insertReadyAccount, readPayoutAccount } from './payout-accounts.sql.ts';

/**
 * Stores a creator's default payout account at a processor. Returns whether the account can receive payouts: false if the processor
 * requires onboarding first. Does not call the processor, so it may run in the caller's transaction.
 */
export async function ensurePayoutAccount(
  { processors }: Pick<MoneyContext, 'processors'>,
  sql: Connection,
  { userId, processor }: { userId: string; processor: string },
): Promise<boolean> {
  const existing = await readPayoutAccount(sql, userId, processor);
  if (existing) return existing.status === 'ready';
  const standing = processors.find(processor)?.defaultPayoutAccount(userId);
  if (!standing) return false;
  await insertReadyAccount(sql, { userId, processor, accountRef: standing.accountRef });
  return true;
}

/** Stores a new creator's default payout accounts at every processor that has them. */
export async function ensurePayoutAccounts(
  context: Pick<MoneyContext, 'processors'>,
  sql: Connection,
  userId: string,
): Promise<void> {
  for (const { name } of context.processors.all) await ensurePayoutAccount(context, sql, { userId, processor: name });
}
