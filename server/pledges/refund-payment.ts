import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { hasReturnedRefund, readPaymentSubject } from '#server/money/read-payments.ts';
import { type AdminRefund, requestAdminRefund } from '#server/money/refunds/request-admin-refund.ts';
import { settleReturnedOutside } from '#server/money/retries/settle-outside.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { LockedPledge } from './apply-pledge-event.ts';
import { pledgeOf } from './pledge-jobs.ts';
import { lockPledgeAndPool } from './pledges.sql.ts';

/**
 * Refunds an amount of a pledge's payment for an admin, in cents. The pledge stays paid until nothing of it is left. One that is being
 * refunded has lost its pool, so an admin refunds all that is left of it. Returns false for a repeated request key. Throws `not_found`,
 * and `conflict` if the pledge is not paid or another amount is left.
 */
export async function refundPayment(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: AdminRefund,
): Promise<boolean> {
  const locked = await lockByPayment(tx, refund.paymentId);
  const isAgain = await hasReturnedRefund(tx, refund.paymentId);
  const isWhole = locked.pledge.status === 'refund_pending';
  const isRepeated = !(await requestAdminRefund(context, tx, { ...refund, isWhole }));
  if (isRepeated) return false;
  assertMayRefund(locked, isAgain);
  return true;
}

/**
 * Books that an admin paid a returned refund outside the card processor. Returns false if an admin has acted on it before. Throws
 * `not_found`, and `conflict` if a dispute or another refund of the payment is open.
 */
export async function settleReturnedRefund(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: Parameters<typeof settleReturnedOutside>[2],
): Promise<boolean> {
  const locked = await lockByPayment(tx, refund.paymentId);
  assertMayRefund(locked, true);
  return settleReturnedOutside(context, tx, refund);
}

async function lockByPayment(tx: Tx, paymentId: string): Promise<LockedPledge> {
  const subject = await readPaymentSubject(tx, paymentId);
  const pledgeId = subject && pledgeOf(subject);
  const locked = pledgeId ? await lockPledgeAndPool(tx, pledgeId) : undefined;
  if (!locked) throw appError('not_found');
  return locked;
}

/** Throws if the pledge has ended. A freeze does not keep an admin from refunding. What the bank returned is refunded again, also if the rest is gone. */
function assertMayRefund({ pledge: { status } }: LockedPledge, isAgain: boolean): void {
  if (status !== 'paid' && !(isAgain && (status === 'refund_pending' || status === 'dispute_lost'))) {
    throw appError('conflict', { message: () => t`This pledge is already being refunded, disputed or over.` });
  }
}
