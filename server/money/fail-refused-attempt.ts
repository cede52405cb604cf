import type { Platform } from '#server/platform/platform.ts';
import { settling } from './money-subject.ts';
import { lockPayment } from './payments.sql.ts';
import { isLive, notOpened, notTaken, outcomeOf, type Payment, type PaymentOutcome } from './payments.ts';
import { applyChange } from './settle-payment.ts';

/**
 * Ends an attempt that the processor refused to take. Another call may have got the same request through: it stores the page or the
 * charge under the row's lock before the fan can pay or money can move, so an attempt that has either stays live and is `unsettled`.
 */
export function failRefusedAttempt(context: Platform, { id, subject }: Payment): Promise<PaymentOutcome> {
  return settling(context, subject, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!isLive(payment) || payment.sessionRef !== null || payment.processorRef !== null) return outcomeOf(payment);
    const decline = payment.kind === 'hosted' ? notOpened : notTaken;
    await applyChange(context, tx, payment, { to: 'failed', chargeRef: null, decline });
    return outcomeOf(await lockPayment(tx, id));
  });
}
