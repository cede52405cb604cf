import { appError } from '#contract/errors.ts';
import { formatMoney } from '#contract/money.ts';
import { sumOpenPayouts, sumOwedOn } from '#server/money/payouts/earnings.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { hasPaymentUnderWay } from './payments.sql.ts';

/** Nobody leaves while a charge of theirs has no outcome, or with money that is theirs or that they owe. Throws account_in_use. */
export async function assertNothingOwed(tx: Tx, userId: string): Promise<void> {
  const refuse = (message: string) => appError('account_in_use', { message });
  if (await hasPaymentUnderWay(tx, userId)) {
    throw refuse('A payment of yours is under way. Try again in a few minutes.');
  }
  const onItsWay = await sumOpenPayouts(tx, userId);
  if (onItsWay > 0) throw refuse(`${formatMoney(onItsWay)} is on its way to your bank. Try again when it has arrived.`);
  const owed = await sumOwedOn(tx, [`creator_payable:${userId}`]);
  if (owed > 0) throw refuse(`${formatMoney(owed)} that you earned has not been paid out to you yet.`);
  const debt = await sumOwedOn(tx, [`creator_debt:${userId}`]);
  if (debt < 0) throw refuse(`${formatMoney(-debt)} of your earnings went back to a fan's bank and is still open.`);
}
