import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPayout, readPayoutAccount } from './payouts.sql.ts';
import { failPayout, settlePayout } from './settle-payout.ts';

/** Run by the payout job and the reconciler: looks the payout up first, then sends it under its own idempotency key. */
export async function sendPayout(context: MoneyContext, payoutId: string): Promise<void> {
  const { db } = context;
  const payout = await readPayout(db.sql, payoutId);
  if (!payout) return;
  if (payout.status !== 'pending' && payout.status !== 'in_transit') return;
  const cards = context.processors.get(payout.processor);
  const account = await readPayoutAccount(db.sql, payout.userId, payout.processor);
  if (!account?.ready) return failPayout(context, payout, 'The creator has no payout account.');
  const { idempotencyKey: reference, processorRef, amountCents } = payout;
  const known = await cards.lookUpPayout({ ref: processorRef, reference });
  try {
    const { accountRef } = account;
    const state = known ?? (await cards.payOut({ accountRef, amountCents, reference, key: reference }));
    await settlePayout(context, payoutId, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    await failPayout(context, payout, error.message);
  }
}
