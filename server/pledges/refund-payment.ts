import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPaymentSubject } from '#server/money/read-payment-subject.ts';
import { type AdminRefund, requestAdminRefund } from '#server/money/request-admin-refund.ts';
import { hasReturnedRefund } from '#server/money/retries/has-returned-refund.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { pledgeOf } from './pledge-jobs.ts';
import { lockPledgeAndPool } from './pledges.sql.ts';

/**
 * Refunds an amount of a pledge's payment for an admin, in cents. The pledge stays paid until nothing of it is left. Returns false for a
 * repeated request key. Throws `not_found`, `pool_frozen`, and `conflict` if the pledge is not paid or less is left.
 */
export async function refundPayment(context: MoneyContext, tx: Tx, refund: AdminRefund): Promise<boolean> {
  const subject = await readPaymentSubject(tx, refund.paymentId);
  const pledgeId = subject && pledgeOf(subject);
  const locked = pledgeId ? await lockPledgeAndPool(tx, pledgeId) : undefined;
  if (!locked) throw appError('not_found');
  const isAgain = await hasReturnedRefund(tx, refund.paymentId);
  const isRepeated = !(await requestAdminRefund(context, tx, refund));
  if (isRepeated) return false;
  if (locked.pool.frozen) throw appError('pool_frozen', { message: 'This pool is frozen. Unfreeze it to refund.' });
  // What the bank returned is refunded again, also if the rest is gone.
  const { status } = locked.pledge;
  if (status !== 'paid' && !(isAgain && (status === 'refund_pending' || status === 'dispute_lost'))) {
    throw appError('conflict', { message: 'This pledge is already being refunded, disputed or over.' });
  }
  return true;
}
