import { refundJob } from '#server/money/job-kinds.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Refund, readRefund } from '#server/money/refunds/refunds.sql.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { referenceOfAttempt, reopenRefund, restoreAttempt } from './refund-attempts.sql.ts';

/**
 * `reopened`: the next attempt is under way. `settled`: the processor had made the refund or is making it, so nothing is sent again.
 * `over`: another caller retried this attempt, or it does not wait for a retry anymore.
 */
export type RetryOutcome = 'reopened' | 'settled' | 'over';

/**
 * Retries one failed attempt at a refund of everything that is left. Asks the processor about that attempt first, outside any transaction,
 * because its answer or webhook may have been lost. `within` runs in the transaction that reopens the refund. A crash at any point leaves
 * either the failed attempt or the reopened one with its job. Throws ProcessorFault `unknown` when the processor does not answer; then
 * nothing has changed.
 */
export async function retryRefund(
  context: MoneyContext,
  { refundId, attempt }: { refundId: string; attempt: number },
  within?: (tx: Tx) => Promise<void>,
): Promise<RetryOutcome> {
  const refund = await readRefund(context.db.sql, refundId);
  if (refund?.status !== 'failed' || refund.attempt !== attempt) return 'over';
  if (await settleFailedAttempt(context, refund)) return 'settled';
  return withSubjectLocks(context, refund.subject, async (tx) => {
    if (!(await reopenRefund(tx, refund))) return 'over';
    await within?.(tx);
    await context.jobs.enqueue(tx, refundJob, { refundId });
    return 'reopened';
  });
}

/** Asks the processor about a failed attempt, and settles it if it was made or is under way after all. Returns false if it may be replaced. */
export async function settleFailedAttempt(context: MoneyContext, refund: Refund): Promise<boolean> {
  const { idempotencyKey: reference, processorRef: ref, chargeRef } = refund;
  const state = await context.processors.get(refund.processor).lookUpRefund({ ref, chargeRef, reference });
  if (!state || state.status === 'failed') return false;
  await settleRefund(context, refund.id, state);
  return true;
}

/**
 * Settles the attempt before the current one if it moved money after all, instead of sending the current one. Returns false if the current
 * one may be sent.
 */
export async function settleEarlierAttempt(context: MoneyContext, refund: Refund): Promise<boolean> {
  if (refund.byAdmin || refund.attempt < 2) return false;
  const reference = referenceOfAttempt(refund.id, refund.attempt - 1);
  return reference !== refund.idempotencyKey && settleAttempt(context, refund, reference);
}

/**
 * Asks the processor about an earlier attempt, and books it if it moved money or is about to. Returns true if it did, also when another
 * caller books it, or its books contradict ours: then nothing must be sent.
 */
export async function settleAttempt(context: MoneyContext, refund: Refund, reference: string): Promise<boolean> {
  const { chargeRef, processor } = refund;
  const state = await context.processors.get(processor).lookUpRefund({ ref: null, chargeRef, reference });
  if (!state || state.status === 'failed') return false;
  if (state.amountCents !== refund.amountCents) {
    context.log.error({ refundId: refund.id, reference }, 'an earlier attempt at this refund moved another amount');
    return true;
  }
  if (!(await context.db.tx((tx) => restoreAttempt(tx, refund, reference)))) return true;
  context.log.warn({ refundId: refund.id, reference }, 'an earlier attempt at this refund moved the money after all');
  await settleRefund(context, refund.id, state);
  return true;
}
