import { AppError } from '#contract/app-error.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Decline } from './card-processor.ts';
import { lockPayment, markProcessing, storeRefusal } from './payments.sql.ts';
import { endedByAccount, endedByFreeze, isLive, type Payment } from './payments.ts';
import { assertWanted, withSubjectLocks } from './with-subject-locks.ts';

/**
 * Stores the reference of a charge before the caller confirms it; from here on money may move. Asks `payment.assert_wanted` again
 * under the subject's locks, because the pool or the pledge may have ended since the attempt was stored. Returns false when the attempt
 * has ended or the charge is no longer wanted; then the caller must cancel it. A frozen pool and a creator who cannot be paid also end
 * the attempt, with `endedByFreeze` or `endedByAccount` as its reason; another one begins when that is over. Throws any other error of a
 * `payment.assert_wanted`.
 */
export function beginCharge(context: Platform, payment: Payment, chargeRef: string): Promise<boolean> {
  const { id, subject, userId, processor, amountCents } = payment;
  return withSubjectLocks(context, subject, async (tx) => {
    const now = await lockPayment(tx, id);
    // A second charge of one attempt exists only when the processor has forgotten the idempotency key.
    if (!isLive(now) || (now.processorRef !== null && now.processorRef !== chargeRef)) return false;
    try {
      await assertWanted(context, tx, { subject, userId, processor, amountCents });
    } catch (error) {
      if (!isUnwanted(error)) throw error;
      const reason = reasons[error.code];
      if (reason) await storeRefusal(tx, id, reason);
      return false;
    }
    await markProcessing(tx, id, chargeRef);
    return true;
  });
}

const reasons: Partial<Record<string, Decline>> = { pool_frozen: endedByFreeze, creator_not_payable: endedByAccount };

/** `conflict`: the fan has changed the amount since. */
function isUnwanted(error: unknown): error is AppError {
  return error instanceof AppError && (['nothing_due', 'conflict'].includes(error.code) || error.code in reasons);
}
