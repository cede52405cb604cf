import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { settleEarlierAttempt } from '#server/money/retries/retry-refund.ts';
import { readRefund } from './refunds.sql.ts';
import { failRefund, settleRefund } from './settle-refund.ts';

/**
 * Run by the refund job and the reconciler: looks for an earlier try first, also of the attempt before this one, then sends the refund
 * under its own idempotency key.
 */
export async function sendRefund(context: MoneyContext, refundId: string): Promise<void> {
  const refund = await readRefund(context.db.sql, refundId);
  if (refund?.status !== 'created') return;
  const cards = context.processors.get(refund.processor);
  const { idempotencyKey: reference, processorRef, chargeRef, amountCents } = refund;
  if (!chargeRef) throw new Error(`refund ${refundId} has no charge`);
  // The adapter's `refund` lists the refunds of the charge itself if it cannot find one by our reference.
  const processorState = await cards.lookUpRefund({ ref: processorRef, chargeRef: null, reference });
  if (!processorState && (await settleEarlierAttempt(context, refund))) return;
  try {
    const state = processorState ?? (await cards.refund({ chargeRef, amountCents, reference, key: reference }));
    await settleRefund(context, refundId, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    await failRefund(context, refund, error.message);
  }
}
