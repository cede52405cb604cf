import { AppError } from '#contract/errors.ts';
import type { MoneyContext } from './money-context.ts';
import { settling } from './money-subject.ts';
import { lockPayment, markProcessing } from './payments.sql.ts';
import { abandoned, type Payment } from './payments.ts';
import { applyChange } from './settle-payment.ts';

/**
 * Stores the charge of an attempt before it is confirmed: from here on money may move. Whether it still may is asked again, under
 * the subject's locks, since nobody may have worked on the attempt for a while and what it was for may have ended. `over`: the attempt
 * has ended, and its charge must not be confirmed; `unwanted`: neither, but it was begun before, so that only the processor can tell
 * that it is not charged. Throws what hearers of `payment.starting` throw, but for `nothing_due`.
 */
export function beginCharge(
  context: MoneyContext,
  payment: Payment,
  chargeRef: string,
): Promise<'begun' | 'over' | 'unwanted'> {
  const { id, subject, userId, amountCents } = payment;
  return settling(context, subject, async (tx) => {
    const { status } = await lockPayment(tx, id);
    if (status !== 'created' && status !== 'processing') return 'over';
    try {
      await context.facts.tell(tx, 'payment.starting', { subject, userId, amountCents });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'nothing_due') throw error;
      // Another worker may be confirming it at this moment.
      if (status === 'processing') return 'unwanted';
      await applyChange(context, tx, payment, { to: 'failed', chargeRef, decline: abandoned });
      return 'over';
    }
    await markProcessing(tx, id, chargeRef);
    return 'begun';
  });
}
