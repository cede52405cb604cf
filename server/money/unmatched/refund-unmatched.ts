import type { MoneyContext } from '#server/money/money-context.ts';
import { bookUnmatched } from './book-unmatched.ts';
import { findUnmatched, markUnmatchedRefunded } from './unmatched.sql.ts';

/**
 * Returns an unmatched charge to the card that paid. From then on no attempt uses its reference, so the pledge can be charged again.
 * Repeating the call is harmless. Throws ProcessorFault.
 */
export async function refundUnmatched(
  context: MoneyContext,
  reference: string,
): Promise<{ outcome: 'unknown' } | { outcome: 'refunded' | 'under_way'; amountCents: number }> {
  const unmatched = await findUnmatched(context.db.sql, reference);
  const cards = unmatched && context.processors.find(unmatched.processor);
  if (!cards || !reference.startsWith('payment:')) return { outcome: 'unknown' };
  const charge = await cards.lookUpCharge({ chargeRef: null, sessionRef: null, reference });
  if (charge?.status !== 'succeeded' || !charge.chargeRef) return { outcome: 'unknown' };
  // Before the processor is called: a charge of the pledge at this moment must not adopt the refunded one.
  await markUnmatchedRefunded(context.db.sql, cards.name, reference);
  const refund = `refund:unmatched:${reference}`;
  const { chargeRef, amountCents } = charge;
  const known = await cards.lookUpRefund({ ref: null, chargeRef: null, reference: refund });
  const state = known ?? (await cards.refund({ chargeRef, amountCents, reference: refund, key: refund }));
  if (state.status === 'failed') return { outcome: 'unknown' };
  if (state.status === 'under_way') return { outcome: 'under_way', amountCents };
  await bookUnmatched(context, cards, refund, -amountCents);
  return { outcome: 'refunded', amountCents };
}
