import type { MovementDetail } from '#contract/admin/money-lists.ts';
import { appError } from '#contract/errors.ts';
import type { Permit } from '#server/approvals/approval.ts';
import { permitAlone } from '#server/approvals/permit.ts';
import { requestIfNeeded } from '#server/approvals/request-approval.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { retryRefund } from '#server/money/retries/retry-refund.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { readMovement } from './list-movements.ts';
import { findPayer } from './paid-charge.sql.ts';

/**
 * Retries a failed refund of everything that was left, and records who did. Asks the processor about the failed attempt first. Repeating
 * the call for one attempt retries it once. Above TWO_ADMIN_LIMIT it waits for a second admin instead. Throws not_found, conflict,
 * unavailable, approval_waiting.
 */
export async function retryFailedRefund(
  context: MoneyContext,
  admin: MoneyAdmin,
  refundId: string,
  attempt: number,
): Promise<MovementDetail> {
  const before = await readMovement(context, refundId, admin.actor.userId);
  if (before.kind !== 'refund') throw appError('not_found');
  const payer = before.chargeId === null ? undefined : await findPayer(context.db.sql, before.chargeId);
  const request = {
    kind: 'refund.retry',
    targetKind: 'payment',
    targetId: before.chargeId ?? refundId,
    amountCents: before.amountCents,
    payload: { refundId, attempt },
    reason: null,
    concerned: [payer],
  } as const;
  // The processor is asked before the audit row is written.
  assertNotConcerned(admin.actor.userId, request.concerned);
  const outcome = await requestIfNeeded(context, admin, request, () =>
    sendAgain(context, { refundId, attempt }, permitAlone(context, admin)),
  );
  const after = await readMovement(context, refundId, admin.actor.userId);
  if (outcome !== 'reopened' && outcome !== 'waits' && after.retryAttempt !== null) throw changedSince();
  return after;
}

const changedSince = () =>
  appError('conflict', { message: () => 'This refund changed in the meantime. Look at it again before you retry.' });

/** Sends a failed attempt again as its permit allows. Throws not_found, unavailable. */
export async function sendAgain(
  context: MoneyContext,
  { refundId, attempt }: { refundId: string; attempt: number },
  permit: Permit,
): Promise<Awaited<ReturnType<typeof retryRefund>>> {
  const { chargeId, amountCents } = await readMovement(context, refundId, permit.actorId);
  const payer = chargeId === null ? undefined : await findPayer(context.db.sql, chargeId);
  const concerned = [payer];
  const retry = retryRefund(context, { refundId, attempt }, async (tx) => {
    await permit.allow(tx, { amountCents, concerned });
    await writeAudit(tx, {
      actorId: permit.actorId,
      action: 'refund.retried',
      targetKind: 'payment',
      targetId: chargeId ?? refundId,
      before: {},
      after: { refundId, attempt: attempt + 1, amountCents, ...permit.trace },
      reason: null,
      ip: permit.ip,
      concerned,
    });
  });
  return retry.catch((error: unknown) => {
    if (!(error instanceof ProcessorFault)) throw error;
    throw appError('unavailable', {
      message: () => 'The card processor didn’t answer, so nothing was sent. Try again.',
    });
  });
}
