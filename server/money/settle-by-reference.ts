import { readSetup } from '#server/money/hosted-pages/card-setups.sql.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { findOwnerOfAccount } from '#server/money/payouts/payout-accounts.sql.ts';
import { findPartByReference } from '#server/money/payouts/payout-parts.sql.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { findReversalByReference } from '#server/money/payouts/reversals.sql.ts';
import { settleReversal } from '#server/money/payouts/reverse-payout.ts';
import { settlePayoutPart } from '#server/money/payouts/settle-payout-part.ts';
import type { CardProcessor } from './card-processor.ts';
import { findCardByRef, updateCard } from './cards/cards.sql.ts';
import { settleDispute } from './disputes/settle-dispute.ts';
import { settleFraudWarning } from './disputes/settle-fraud-warning.ts';
import { lookUpAttempt } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { findPaymentByReference } from './payments.sql.ts';
import { findRefundByReference, readRefund } from './refunds/refunds.sql.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { findRefundOfAttempt } from './retries/refund-attempts.sql.ts';
import { settleAttempt } from './retries/retry-refund.ts';
import { settlePayment } from './settle-payment.ts';

type Settle = (context: MoneyContext, cards: CardProcessor, reference: string) => Promise<boolean>;

const byKind: Record<string, Settle> = { setup, payment, refund, payout, reversal, account, card, dispute, warning };

/**
 * Looks up one card set-up, payment, refund, payout, reversal, payout account, saved card, dispute or fraud warning at the named
 * processor and settles its state. Returns false for a reference that is not in our database or belongs to another processor. Throws ProcessorFault when the processor
 * does not answer.
 */
export async function settleByReference(context: MoneyContext, processor: string, reference: string): Promise<boolean> {
  const settle = byKind[reference.split(':', 1)[0] ?? ''];
  return settle ? settle(context, context.processors.get(processor), reference) : false;
}

async function setup(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const id = /^setup:([0-9a-f-]{36})$/.exec(reference)?.[1];
  const setup = id ? await readSetup(context.db.sql, id) : undefined;
  if (setup?.processor !== cards.name) return false;
  const state = await cards.lookUpSetup({ sessionRef: setup.sessionRef, reference });
  if (state) await settleCardSetup(context, setup.id, state);
  return true;
}

async function payment(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const payment = await findPaymentByReference(context.db.sql, cards.name, reference);
  if (!payment) return false;
  // Nothing can change a paid attempt with a known cost. Its webhook arrives after the answer of its call and would double the calls.
  if ((payment.status === 'succeeded' || payment.status === 'stray') && payment.costCents > 0) return true;
  const state = await lookUpAttempt(context, payment);
  if (state) await settlePayment(context, payment.id, state);
  return true;
}

async function refund(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const { sql } = context.db;
  const id = (await findRefundByReference(sql, reference)) ?? (await findRefundOfAttempt(sql, reference));
  const refund = id ? await readRefund(sql, id) : undefined;
  if (refund?.processor !== cards.name) return false;
  if (refund.idempotencyKey !== reference) {
    await settleAttempt(context, refund, reference);
    return true;
  }
  const { processorRef: ref, chargeRef } = refund;
  const state = await cards.lookUpRefund({ ref, chargeRef, reference });
  if (state) await settleRefund(context, refund.id, state);
  return true;
}

async function payout(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const part = await findPartByReference(context.db.sql, reference);
  if (part?.processor !== cards.name) return false;
  const state = await cards.lookUpPayout({ ref: part.processorRef, reference });
  if (state) await settlePayoutPart(context, part, state);
  return true;
}

async function reversal(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const reversal = await findReversalByReference(context.db.sql, reference);
  if (reversal?.processor !== cards.name || !reversal.transferRef) return false;
  const { transferRef, processorRef } = reversal;
  const state = await cards.lookUpReversal({ transferRef, ref: processorRef, reference });
  if (state) await settleReversal(context, reversal, state);
  return true;
}

async function account(context: MoneyContext, { name }: CardProcessor, reference: string): Promise<boolean> {
  const accountRef = reference.slice('account:'.length);
  const userId = await findOwnerOfAccount(context.db.sql, name, accountRef);
  if (!userId) return false;
  await refreshPayoutAccount(context, { userId, processor: name });
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

/** Disputes and warnings begin at the bank, so their references are the processor's own. */
async function dispute(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const state = await cards.disputes?.lookUpDispute(reference.slice('dispute:'.length));
  return state ? settleDispute(context, cards, state) : false;
}

async function warning(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const state = await cards.disputes?.lookUpFraudWarning(reference.slice('warning:'.length));
  return state ? settleFraudWarning(context, cards, state) : false;
}
