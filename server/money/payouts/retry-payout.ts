import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { arePayoutsHeld, readAccountHold } from './payout-holds.sql.ts';
import { readPayout } from './payouts.sql.ts';
import { resumePayout } from './start-payout.ts';

/**
 * Sends the failed parts of a creator's own payout again. Throws `not_found`, `payouts_not_ready`, `payouts_held`, and `conflict` for a payout that did
 * not fail.
 */
export async function retryPayout(
  context: MoneyContext,
  { payoutId, userId }: { payoutId: string; userId: string },
): Promise<void> {
  const payout = await readPayout(context.db.sql, payoutId);
  if (payout?.userId !== userId) throw appError('not_found');
  if (!(await ensurePayoutAccount(context, context.db.sql, { userId, processor: payout.processor })))
    throw appError('payouts_not_ready');
  const until = await readAccountHold(context.db.sql, payout);
  if (until) {
    const message = () => t`Your payouts wait until ${{ date: fullDate(until) }} because your payout account changed.`;
    throw appError('payouts_held', { message });
  }
  if (await arePayoutsHeld(context.db.sql, payout)) throw appError('payouts_held');
  if (!(await resumePayout(context, payoutId))) throw appError('conflict');
}
