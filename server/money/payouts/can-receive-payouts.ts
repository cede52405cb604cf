import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { shareAccountStatus } from './payout-accounts.sql.ts';

/**
 * Whether a processor can pay a creator out. A share lock keeps the answer true until the caller's transaction ends: the account changes
 * its status either before, and then this sees it, or after everything that the caller decides. Call it after all other locks.
 */
export async function canReceivePayouts(
  context: Pick<MoneyContext, 'processors'>,
  tx: Tx,
  { userId, processor }: { userId: string; processor: string },
): Promise<boolean> {
  const status = await shareAccountStatus(tx, userId, processor);
  return status ? status === 'ready' : ensurePayoutAccount(context, tx, { userId, processor });
}

/** SQL: since when every change of a payout account is recorded. Nothing is known about charges before that. */
export const changesRecordedSince = `(select applied_at from schema_migrations where name like '0002\\_%')`;
