import type { MoneyContext } from './money-context.ts';
import { settling } from './money-subject.ts';
import { lockPayment } from './payments.sql.ts';
import { notTaken, outcomeOf, type Payment, type PaymentOutcome } from './payments.ts';
import { applyChange } from './settle-payment.ts';

/**
 * Ends an attempt that the processor refused to take. Another call may have been luckier with the same request: it stores the page or
 * the charge under the row's lock before anyone can pay, so an attempt that has either stays live and is answered `unsettled`.
 */
export function failUntaken(context: MoneyContext, { id, subject }: Payment): Promise<PaymentOutcome> {
  return settling(context, subject, async (tx) => {
    const payment = await lockPayment(tx, id);
    const isLive = payment.status === 'created' || payment.status === 'processing';
    if (!isLive || payment.sessionRef !== null || payment.processorRef !== null) return outcomeOf(payment);
    await applyChange(context, tx, payment, { to: 'failed', chargeRef: null, decline: notTaken });
    return outcomeOf(await lockPayment(tx, id));
  });
}
