import { beginCharge } from './begin-charge.ts';
import { type CardProcessor, type ChargeState, ProcessorFault } from './card-port.ts';
import { readChargeable } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';
import { readPayment } from './payments.sql.ts';
import { notTaken, outcomeOf, type Payment, type PaymentOutcome } from './payments.ts';
import { settlePayment } from './settle-payment.ts';

/** What the processor knows of an attempt, by the best name we have. */
export function askAbout(cards: CardProcessor, payment: Payment): Promise<ChargeState | null> {
  const { processorRef: chargeRef, sessionRef, idempotencyKey: reference } = payment;
  return cards.lookUpCharge({ chargeRef, sessionRef, reference });
}

/**
 * Brings an off-session attempt to its end from wherever it stopped: asks first unless it is `fresh`, makes the charge, stores its
 * id, confirms it, settles. After a crash, a lost answer or beside another worker it goes on under the same keys, so that money
 * moves once. An attempt that nobody wants any more is given up, or cancelled where it was begun: what had moved by then is settled
 * like any payment, and its owner sends it back. What stays unknown is answered `unsettled`.
 * Throws what hearers of `payment.starting` throw.
 */
export async function driveCharge(
  context: MoneyContext,
  payment: Payment,
  { fresh }: { fresh: boolean },
): Promise<PaymentOutcome> {
  try {
    const known = fresh ? null : await askAbout(context.cards, payment);
    const state = await bringOn(context, payment, known);
    return state ? await settlePayment(context, payment.id, state) : await readOutcome(context, payment);
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, paymentId: payment.id, kind: error.kind }, 'no usable answer to a charge');
    return settleByAsking(context, payment, error.kind);
  }
}

/** Null when the attempt was over before anything was charged. */
async function bringOn(
  context: MoneyContext,
  payment: Payment,
  known: ChargeState | null,
): Promise<ChargeState | null> {
  if (known && known.status !== 'open') return known;
  const key = payment.idempotencyKey;
  const chargeRef = known?.chargeRef ?? (await createCharge(context, payment));
  const word = await beginCharge(context, payment, chargeRef);
  if (word === 'over') return null;
  if (word === 'unwanted') return cancelCharge(context, chargeRef);
  return context.cards.confirmCharge({ chargeRef, key: `${key}:confirm` });
}

/** A charge that could not be cancelled may be confirmed yet by whoever had begun it: never the same as one that was not taken. */
async function cancelCharge({ cards }: MoneyContext, chargeRef: string): Promise<ChargeState> {
  try {
    return await cards.cancelCharge(chargeRef);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    throw new ProcessorFault('unknown', `${chargeRef} could not be cancelled`, { cause: error });
  }
}

async function readOutcome({ db }: MoneyContext, payment: Payment): Promise<PaymentOutcome> {
  return outcomeOf((await readPayment(db.sql, payment.id)) ?? payment);
}

async function createCharge(context: MoneyContext, payment: Payment): Promise<string> {
  const { cards, db } = context;
  const { cardId, userId, processor, amountCents, description, idempotencyKey } = payment;
  const card = cardId ? await readChargeable(db.sql, { cardId, userId, processor }) : undefined;
  if (!card) throw new ProcessorFault('refused', 'the card was removed');
  const { chargeRef } = await cards.createCharge({
    ...card,
    amountCents,
    reference: idempotencyKey,
    description,
    key: idempotencyKey,
  });
  return chargeRef;
}

/** After no answer the processor is asked, never told again under another key. After a refusal nothing was charged, if it agrees. */
async function settleByAsking(
  context: MoneyContext,
  payment: Payment,
  fault: ProcessorFault['kind'],
): Promise<PaymentOutcome> {
  const unsettled = { status: 'unsettled', paymentId: payment.id } as const;
  try {
    const state = await askAbout(context.cards, payment);
    if (state && state.status !== 'open') return await settlePayment(context, payment.id, state);
    if (fault === 'unknown') return unsettled;
    const { idempotencyKey: reference, amountCents } = payment;
    const chargeRef = state?.chargeRef ?? null;
    return await settlePayment(context, payment.id, {
      reference,
      amountCents,
      chargeRef,
      status: 'failed',
      decline: notTaken,
    });
  } catch (error) {
    if (error instanceof ProcessorFault) return unsettled;
    throw error;
  }
}
