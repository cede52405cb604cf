import type { z } from 'zod';
import type { MovementDetail } from '#contract/admin/money-lists.ts';
import type { settleRefundOutside as contract } from '#contract/admin/retry-or-settle-refund.ts';
import { appError } from '#contract/errors.ts';
import type { Permit } from '#server/approvals/approval.ts';
import { permitAlone } from '#server/approvals/permit.ts';
import { requestIfNeeded } from '#server/approvals/request-approval.ts';
import { assertNotConcerned, writeAudit } from '#server/audit/write-audit.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { settleWholeOutside } from '#server/money/retries/settle-outside.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { settleReturnedRefund } from '#server/pledges/refund-payment.ts';
import type { MoneyAdmin } from './audit-money.ts';
import { readMovement } from './list-movements.ts';
import { findPayer, findWaitingRefund } from './paid-charge.sql.ts';

/**
 * Records that an admin paid a refund that failed or came back outside the card processor, and who recorded it. Asks the processor about a
 * failed attempt first. Of concurrent calls, and of a concurrent retry, one wins and the others throw `conflict`: another admin may have
 * paid the fan as well, so a repeated call is no success. Above TWO_ADMIN_LIMIT it waits for a second admin instead. Throws not_found,
 * conflict, unavailable, approval_waiting.
 */
export async function settleOutside(
  context: MoneyContext,
  admin: MoneyAdmin,
  refundId: string,
  { attempt, reason }: z.output<typeof contract.body>,
): Promise<MovementDetail> {
  const { kind, chargeId, amountCents } = await readMovement(context, refundId, admin.actor.userId);
  if (kind !== 'refund' || chargeId === null) throw appError('not_found');
  const request = {
    kind: 'refund.settle_outside',
    targetKind: 'payment',
    targetId: chargeId,
    amountCents,
    payload: { refundId, attempt },
    reason,
    concerned: [await findPayer(context.db.sql, chargeId)],
  } as const;
  // The processor is asked before the audit row is written.
  assertNotConcerned(admin.actor.userId, request.concerned);
  await requestIfNeeded(context, admin, request, () =>
    recordOutside(context, { refundId, attempt, reason }, permitAlone(context, admin)),
  );
  return readMovement(context, refundId, admin.actor.userId);
}

interface OutsideRefund {
  refundId: string;
  attempt: number;
  reason: string;
}

/** Records a refund that was paid outside as its permit allows. Throws not_found, conflict, unavailable. */
export async function recordOutside(
  context: MoneyContext,
  { refundId, attempt, reason }: OutsideRefund,
  permit: Permit,
): Promise<void> {
  const { chargeId, amountCents } = await readMovement(context, refundId, permit.actorId);
  if (chargeId === null) throw appError('not_found');
  const waiting = await findWaitingRefund(context.db.sql, refundId);
  const concerned = [await findPayer(context.db.sql, chargeId)];
  const record = async (tx: Tx) => {
    await permit.allow(tx, { amountCents, concerned });
    await writeAudit(tx, {
      actorId: permit.actorId,
      action: 'refund.settled_outside',
      targetKind: 'payment',
      targetId: chargeId,
      before: {},
      after: { refundId, attempt, amountCents, ...permit.trace },
      reason,
      ip: permit.ip,
      concerned,
    });
  };
  const settled = waiting?.byAdmin
    ? context.db.tx(async (tx) => {
        if (!(await settleReturnedRefund(context, tx, { refundId, paymentId: chargeId, reason }))) return false;
        await record(tx);
        return true;
      })
    : settleWholeOutside(context, { refundId, attempt, reason }, record);
  const isSettled = await settled.catch((error: unknown) => {
    if (!(error instanceof ProcessorFault)) throw error;
    throw appError('unavailable', {
      message: () => 'The card processor didn’t answer, so nothing was recorded. Try again.',
    });
  });
  if (!isSettled) {
    throw appError('conflict', {
      message: () =>
        'This refund changed in the meantime, so nothing was recorded. Look at it again before you pay the fan.',
    });
  }
}
