import { readSetup } from '#server/money/hosted-pages/card-setups.sql.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { findPayoutByReference, readPayout } from '#server/money/payouts/payouts.sql.ts';
import { settlePayout } from '#server/money/payouts/settle-payout.ts';
import type { CardProcessor } from './card-processor.ts';
import { findCardByRef, updateCard } from './cards.sql.ts';
import { lookUpAttempt } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { findPaymentByReference } from './payments.sql.ts';
import { findRefundByReference, readRefund } from './refunds.sql.ts';
import { settlePayment } from './settle-payment.ts';
import { settleRefund } from './settle-refund.ts';

type Settle = (context: MoneyContext, cards: CardProcessor, reference: string) => Promise<boolean>;

const byKind: Record<string, Settle> = { setup, payment, refund, payout, card };

/**
 * Looks up one card set-up, payment, refund, payout or saved card at the named processor and settles its state. Returns false for a
 * reference that is not in our database or belongs to another processor. Throws ProcessorFault when the processor does not answer.
 */
export async function settleByReference(context: MoneyContext, processor: string, reference: string): Promise<boolean> {
  const settle = byKind[reference.split(':', 1)[0] ?? ''];
  return settle ? settle(context, context.processors.get(processor), reference) : false;
}

async function setup(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const id = /^setup:([0-9a-f-]{36})$/.exec(reference)?.[1];
  const known = id ? await readSetup(context.db.sql, id) : undefined;
  if (known?.processor !== cards.name) return false;
  const state = await cards.lookUpSetup({ sessionRef: known.sessionRef, reference });
  if (state) await settleCardSetup(context, known.id, state);
  return true;
}

async function payment(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const known = await findPaymentByReference(context.db.sql, cards.name, reference);
  if (!known) return false;
  const state = await lookUpAttempt(context, known);
  if (state) await settlePayment(context, known.id, state);
  return true;
}

async function refund(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const id = await findRefundByReference(context.db.sql, reference);
  const known = id ? await readRefund(context.db.sql, id) : undefined;
  if (known?.processor !== cards.name) return false;
  const state = await cards.lookUpRefund({ ref: known.processorRef, reference });
  if (state) await settleRefund(context, known.id, state);
  return true;
}

async function payout(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const id = await findPayoutByReference(context.db.sql, reference);
  const known = id ? await readPayout(context.db.sql, id) : undefined;
  if (known?.processor !== cards.name) return false;
  const state = await cards.lookUpPayout({ ref: known.processorRef, reference });
  if (state) await settlePayout(context, known.id, state);
  return true;
}

/** A bank renewed a card, or sent its new expiry date or number. */
async function card({ db }: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const cardRef = reference.slice('card:'.length);
  const id = await findCardByRef(db.sql, cards.name, cardRef);
  if (!id) return false;
  const state = await cards.lookUpCard(cardRef);
  if (state) await updateCard(db.sql, id, state);
  return true;
}
