import type { z } from 'zod';
import type { MovementDetail } from '#contract/admin/money-lists.ts';
import type { settleRefundOutside as contract } from '#contract/admin/retry-or-settle-refund.ts';
import { appError } from '#contract/errors.ts';
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
 * paid the fan as well, so a repeated call is no success. Throws not_found, conflict, unavailable.
 */
export async function settleOutside(
  context: MoneyContext,
  { actor, ip }: MoneyAdmin,
  refundId: string,
  { attempt, reason }: z.output<typeof contract.body>,
): Promise<MovementDetail> {
  const { kind, chargeId, amountCents } = await readMovement(context, refundId);
  if (kind !== 'refund' || chargeId === null) throw appError('not_found');
  const waiting = await findWaitingRefund(context.db.sql, refundId);
  const payer = await findPayer(context.db.sql, chargeId);
  const concerned = payer ? [payer] : [];
  // The processor is asked before the audit row is written.
  assertNotConcerned(actor.userId, concerned);
  const audit = (tx: Tx) =>
    writeAudit(tx, {
      actorId: actor.userId,
      action: 'refund.settled_outside',
      targetKind: 'payment',
      targetId: chargeId,
      before: {},
      after: { refundId, attempt, amountCents },
      reason,
      ip,
      concerned,
    });
  const settled = waiting?.byAdmin
    ? context.db.tx(async (tx) => {
        if (!(await settleReturnedRefund(context, tx, { refundId, paymentId: chargeId, reason }))) return false;
        await audit(tx);
        return true;
      })
    : settleWholeOutside(context, { refundId, attempt, reason }, audit);
  const isSettled = await settled.catch((error: unknown) => {
    if (!(error instanceof ProcessorFault)) throw error;
    throw appError('unavailable', { message: 'The card processor didn’t answer, so nothing was recorded. Try again.' });
  });
  if (!isSettled) {
    throw appError('conflict', {
      message: 'This refund changed in the meantime, so nothing was recorded. Look at it again before you pay the fan.',
    });
  }
  return readMovement(context, refundId);
}
