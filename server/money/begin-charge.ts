import { AppError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockPayment, markProcessing, storeRefusal } from './payments.sql.ts';
import { endedByFreeze, isLive, type Payment } from './payments.ts';
import { withSubjectLocks } from './with-subject-locks.ts';

/**
 * Stores the reference of a charge before the caller confirms it; from here on money may move. Publishes `payment.starting` again
 * under the subject's locks, because the pool or the pledge may have ended since the attempt was stored. Returns false when the attempt
 * has ended or the charge is no longer wanted; then the caller must cancel it. A frozen pool also ends the attempt, with `endedByFreeze`
 * as its reason; the end of the freeze begins another one. Throws any other error of a `payment.starting` handler
 * (`creator_not_payable`).
 */
export function beginCharge(context: Platform, payment: Payment, chargeRef: string): Promise<boolean> {
  const { id, subject, userId, processor, amountCents } = payment;
  return withSubjectLocks(context, subject, async (tx) => {
    const now = await lockPayment(tx, id);
    // A second charge of one attempt exists only when the processor has forgotten the idempotency key.
    if (!isLive(now) || (now.processorRef !== null && now.processorRef !== chargeRef)) return false;
    try {
      await context.facts.publish(tx, 'payment.starting', { subject, userId, processor, amountCents });
    } catch (error) {
      if (!isUnwanted(error)) throw error;
      if (error.code === 'pool_frozen') await storeRefusal(tx, id, endedByFreeze);
      return false;
    }
    await markProcessing(tx, id, chargeRef);
    return true;
  });
}

/** `conflict`: the fan has changed the amount since. */
function isUnwanted(error: unknown): error is AppError {
  return error instanceof AppError && ['nothing_due', 'conflict', 'pool_frozen'].includes(error.code);
}
