import type { Platform } from '#server/platform/platform.ts';
import type { Decline } from './card-processor.ts';
import { lockPayment } from './payments.sql.ts';
import { isLive, outcomeOf, type Payment, type PaymentOutcome, pageNotOpened, processorRefused } from './payments.ts';
import { applyChange } from './settle-payment.ts';
import { withSubjectLocks } from './with-subject-locks.ts';

/**
 * Ends an attempt whose request the processor refused. Another call may have sent the same request successfully: it stores the page or
 * the charge under the row's lock before the fan can pay or money can move. So an attempt that has either stays live and `unsettled`.
 */
export function failRefusedAttempt(
  context: Platform,
  { id, subject }: Payment,
  refusal: Decline = processorRefused,
): Promise<PaymentOutcome> {
  return withSubjectLocks(context, subject, async (tx) => {
    const payment = await lockPayment(tx, id);
    if (!isLive(payment) || payment.sessionRef !== null || payment.processorRef !== null) return outcomeOf(payment);
    const decline = payment.kind === 'hosted' ? pageNotOpened : refusal;
    await applyChange(context, tx, payment, { to: 'failed', chargeRef: null, decline });
    return outcomeOf(await lockPayment(tx, id));
  });
}
