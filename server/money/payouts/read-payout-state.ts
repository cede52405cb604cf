import type { MoneyContext } from '#server/money/money-context.ts';
import { countFailedPayouts } from './earnings.sql.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { readPayoutAccount } from './payouts.sql.ts';

export interface PayoutState {
  /** `missing`: no account at this processor. `pending`: the processor does not pay out to it yet. */
  state: 'ready' | 'pending' | 'missing';
  processor: string;
  /** Payouts whose amount is back on the balance. */
  failedCount: number;
}

/** The state of a creator's payout account at the main processor. */
export async function readPayoutState(context: MoneyContext, userId: string): Promise<PayoutState> {
  const { sql } = context.db;
  const processor = context.cards.name;
  const [ready, failedCount] = await Promise.all([
    ensurePayoutAccount(context, sql, { userId, processor }),
    countFailedPayouts(sql, userId),
  ]);
  if (ready) return { state: 'ready', processor, failedCount };
  const account = await readPayoutAccount(sql, userId, processor);
  return { state: account ? 'pending' : 'missing', processor, failedCount };
}
