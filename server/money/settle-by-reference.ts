import { readSetup } from '#server/money/hosted-pages/card-setups.sql.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { findPayoutByReference, readPayout } from '#server/money/payouts/payouts.sql.ts';
import { settlePayout } from '#server/money/payouts/settle-payout.ts';
import { settleDispute } from './disputes/settle-dispute.ts';
import { settleFraudWarning } from './disputes/settle-fraud-warning.ts';
import { lookUpAttempt } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { findPaymentByReference } from './payments.sql.ts';
import { findRefundByReference, readRefund } from './refunds.sql.ts';
import { settlePayment } from './settle-payment.ts';
import { settleRefund } from './settle-refund.ts';

type Settle = (context: MoneyContext, reference: string) => Promise<boolean>;

const byKind: Record<string, Settle> = { setup, payment, refund, payout, dispute, warning };

/**
 * Looks up one card set-up, payment, refund, payout, dispute or fraud warning at the processor by its reference and settles its state.
 * Returns false for a reference that belongs to nothing in our database. Throws ProcessorFault when the processor does not answer.
 */
export async function settleByReference(context: MoneyContext, reference: string): Promise<boolean> {
  const settle = byKind[reference.split(':', 1)[0] ?? ''];
  return settle ? settle(context, reference) : false;
}

async function setup(context: MoneyContext, reference: string): Promise<boolean> {
  const id = /^setup:([0-9a-f-]{36})$/.exec(reference)?.[1];
  const known = id ? await readSetup(context.db.sql, id) : undefined;
  if (!known) return false;
  const state = await context.cards.lookUpSetup({ sessionRef: known.sessionRef, reference });
  if (state) await settleCardSetup(context, known.id, state);
  return true;
}

async function payment(context: MoneyContext, reference: string): Promise<boolean> {
  const known = await findPaymentByReference(context.db.sql, context.cards.name, reference);
  if (!known) return false;
  const state = await lookUpAttempt(context.cards, known);
  if (state) await settlePayment(context, known.id, state);
  return true;
}

async function refund(context: MoneyContext, reference: string): Promise<boolean> {
  const id = await findRefundByReference(context.db.sql, reference);
  const known = id ? await readRefund(context.db.sql, id) : undefined;
  if (!known) return false;
  const state = await context.cards.lookUpRefund({ ref: known.processorRef, reference });
  if (state) await settleRefund(context, known.id, state);
  return true;
}

async function payout(context: MoneyContext, reference: string): Promise<boolean> {
  const id = await findPayoutByReference(context.db.sql, reference);
  const known = id ? await readPayout(context.db.sql, id) : undefined;
  if (!known) return false;
  const state = await context.cards.lookUpPayout({ ref: known.processorRef, reference });
  if (state) await settlePayout(context, known.id, state);
  return true;
}

/** Disputes and warnings begin at the bank, so their references are the processor's own. */
async function dispute(context: MoneyContext, reference: string): Promise<boolean> {
  const state = await context.cards.disputes?.lookUpDispute(reference.slice('dispute:'.length));
  return state ? settleDispute(context, state) : false;
}

async function warning(context: MoneyContext, reference: string): Promise<boolean> {
  const state = await context.cards.disputes?.lookUpFraudWarning(reference.slice('warning:'.length));
  return state ? settleFraudWarning(context, state) : false;
}
