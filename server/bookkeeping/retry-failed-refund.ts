import type { MovementDetail } from '#contract/admin/money-lists.ts';
import { appError } from '#contract/errors.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { retryRefund } from '#server/money/retries/retry-refund.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { readMovement } from './list-movements.ts';
import { findPayer } from './paid-charge.sql.ts';

/**
 * Retries a failed refund of everything that was left, and records who did. Asks the processor about the failed attempt first. Repeating
 * the call for one attempt retries it once. Throws not_found, conflict, unavailable.
 */
export async function retryFailedRefund(
  context: MoneyContext,
  { actor, ip }: MoneyAdmin,
  refundId: string,
  attempt: number,
): Promise<MovementDetail> {
  const before = await readMovement(context, refundId);
  if (before.kind !== 'refund') throw appError('not_found');
  const payer = before.chargeId === null ? undefined : await findPayer(context.db.sql, before.chargeId);
  const concerned = payer ? [payer] : [];
  // The processor is asked before the audit row is written.
  assertNotConcerned(actor.userId, concerned);
  const retry = retryRefund(context, { refundId, attempt }, (tx) =>
    writeAudit(tx, {
      actorId: actor.userId,
      action: 'refund.retried',
      targetKind: 'payment',
      targetId: before.chargeId ?? refundId,
      before: {},
      after: { refundId, attempt: attempt + 1, amountCents: before.amountCents },
      reason: null,
      ip,
      concerned,
    }),
  );
  const outcome = await retry.catch((error: unknown) => {
    if (!(error instanceof ProcessorFault)) throw error;
    throw appError('unavailable', { message: 'The card processor didn’t answer, so nothing was sent. Try again.' });
  });
  const after = await readMovement(context, refundId);
  if (outcome !== 'reopened' && after.retryAttempt !== null) {
    throw appError('conflict', { message: 'This refund changed in the meantime. Look at it again before you retry.' });
  }
  return after;
}
