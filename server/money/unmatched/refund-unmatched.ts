import { type CardProcessor, ProcessorFault, type TransferState } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { bookUnmatched } from './book-unmatched.ts';
import { clearUnmatchedRefunded, findUnmatched, lockUnmatched, markUnmatchedRefunded } from './unmatched.sql.ts';

/**
 * Returns an unmatched charge to the card that paid. From then on no attempt uses its reference, so the pledge can be charged again.
 * Returns `unknown` for a charge that an attempt has taken, and after a refusal, which lets an attempt take the charge. Repeating the
 * call is harmless. Throws ProcessorFault if the outcome is unknown.
 */
export async function refundUnmatched(
  context: MoneyContext,
  reference: string,
): Promise<{ outcome: 'unknown' } | { outcome: 'refunded' | 'under_way'; amountCents: number }> {
  const { db } = context;
  const unmatched = await findUnmatched(db.sql, reference);
  const cards = unmatched && context.processors.find(unmatched.processor);
  if (!cards || !reference.startsWith('payment:')) return { outcome: 'unknown' };
  const charge = await cards.lookUpCharge({ chargeRef: null, sessionRef: null, reference });
  if (charge?.status !== 'succeeded' || !charge.chargeRef) return { outcome: 'unknown' };
  const { chargeRef, amountCents } = charge;
  // Before the processor is called: from here on no attempt can take the charge.
  const isMarked = await db.tx(async (tx) => {
    await lockUnmatched(tx);
    return markUnmatchedRefunded(tx, cards.name, reference);
  });
  if (!isMarked) return { outcome: 'unknown' };
  const refund = `refund:unmatched:${reference}`;
  const state = await refundOnce(cards, { chargeRef, amountCents, reference: refund, key: refund });
  if (!state || state.status === 'failed') {
    await clearUnmatchedRefunded(db.sql, cards.name, reference);
    return { outcome: 'unknown' };
  }
  if (state.status === 'under_way') return { outcome: 'under_way', amountCents };
  await bookUnmatched(context, cards, refund, -amountCents);
  return { outcome: 'refunded', amountCents };
}

/** Null after a refusal, if no earlier try made the refund either. */
async function refundOnce(
  cards: CardProcessor,
  request: Parameters<CardProcessor['refund']>[0],
): Promise<TransferState | null> {
  const { chargeRef, reference } = request;
  try {
    return (await cards.lookUpRefund({ ref: null, chargeRef, reference })) ?? (await cards.refund(request));
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    return cards.lookUpRefund({ ref: null, chargeRef, reference });
  }
}
