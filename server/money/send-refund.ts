import { ProcessorFault } from './card-processor.ts';
import type { MoneyContext } from './money-context.ts';
import { readRefund } from './refunds.sql.ts';
import { failRefund, settleRefund } from './settle-refund.ts';

/** Run by the refund job and the reconciler: looks for an earlier try first, then sends the refund under its own idempotency key. */
export async function sendRefund(context: MoneyContext, refundId: string): Promise<void> {
  const refund = await readRefund(context.db.sql, refundId);
  if (refund?.status !== 'created') return;
  const cards = context.processors.get(refund.processor);
  const { idempotencyKey: reference, processorRef, chargeRef, amountCents } = refund;
  if (!chargeRef) throw new Error(`refund ${refundId} has no charge`);
  const known = await cards.lookUpRefund({ ref: processorRef, reference });
  try {
    const state = known ?? (await cards.refund({ chargeRef, amountCents, reference, key: reference }));
    await settleRefund(context, refundId, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    await failRefund(context, refund, error.message);
  }
}
