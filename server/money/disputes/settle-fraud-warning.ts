import type { CardProcessor, FraudWarning } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { lockPayment } from '#server/money/payments.sql.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import { insertWarning, updateWarning } from './disputes.sql.ts';
import { holderOf } from './freeze-share.ts';
import { findPaidPayment } from './settle-dispute.ts';

/**
 * Stores an early fraud warning. With REFUND_FRAUD_WARNINGS, the module of the subject refunds the payment before it becomes a dispute,
 * unless its pool is frozen. Otherwise admins see the warning. Returns false if the charge does not belong to a payment in our database.
 */
export async function settleFraudWarning(
  context: MoneyContext,
  cards: CardProcessor,
  warning: FraudWarning,
): Promise<boolean> {
  const payment = await findPaidPayment(context, cards, warning.chargeRef);
  if (!payment) return false;
  const { warningRef: processorRef, actionable } = warning;
  const processor = cards.name;
  await withSubjectLocks(context, payment.subject, async (tx) => {
    const { id: paymentId, subject, userId, status, claimedBy } = await lockPayment(tx, payment.id);
    const isNew = await insertWarning(tx, { paymentId, processor, processorRef, actionable });
    const refunds =
      isNew && actionable && context.config.refundFraudWarnings && status === 'succeeded' && claimedBy === null;
    if (refunds) await context.facts.publish(tx, 'payment.suspected', { paymentId, subject, userId });
    const refunded = refunds && holderOf(await lockPayment(tx, paymentId)) === 'refund';
    if (!isNew || refunded) await updateWarning(tx, { processor, processorRef, actionable, refunded });
  });
  return true;
}
