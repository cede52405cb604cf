import { appError } from '#contract/errors.ts';
import { type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { sumOpenPayouts, sumOwedOn } from '#server/money/payouts/earnings.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { hasPaymentUnderWay } from './payments.sql.ts';

/**
 * Refuses to delete an account while a charge or refund has no outcome yet, a payout has not arrived, or the person is owed or owes
 * money. Throws `account_in_use`, with a message for the owner or an admin.
 */
export async function assertNothingOwed(tx: Tx, userId: string): Promise<void> {
  const refuse = (message: () => Text) => appError('account_in_use', { message });
  if (await hasPaymentUnderWay(tx, userId)) {
    throw refuse(() => t`A payment is still being processed. Try again in a few minutes.`);
  }
  const onItsWay = await sumOpenPayouts(tx, userId);
  if (onItsWay > 0)
    throw refuse(
      () => t`A payout of ${{ amount: formatMoney(onItsWay) }} is on its way to the bank. Try again after it arrives.`,
    );
  const owed = await sumOwedOn(tx, [`creator_payable:${userId}`]);
  if (owed > 0) throw refuse(() => t`${{ amount: formatMoney(owed) }} of earnings has not been paid out yet.`);
  const debt = await sumOwedOn(tx, [`creator_debt:${userId}`]);
  if (debt < 0)
    throw refuse(
      () => t`${{ amount: formatMoney(-debt) }} of earnings was returned to a fan’s bank and is still owed.`,
    );
}
