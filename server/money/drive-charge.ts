import { type CardProcessor, type ChargeState, ProcessorFault } from './card-port.ts';
import { readChargeable } from './cards.sql.ts';
import type { MoneyContext } from './money-context.ts';
import { storeChargeRef } from './payments.sql.ts';
import { notTaken, type Payment, type PaymentOutcome } from './payments.ts';
import { settlePayment } from './settle-payment.ts';

/** What the processor knows of an attempt, by the best name we have. */
export function askAbout(cards: CardProcessor, payment: Payment): Promise<ChargeState | null> {
  const { processorRef: chargeRef, sessionRef, idempotencyKey: reference } = payment;
  return cards.lookUpCharge({ chargeRef, sessionRef, reference });
}

/**
 * Brings an off-session attempt to its end from wherever it stopped: asks first unless it is `fresh`, makes the charge, stores its
 * id, confirms it, settles. After a crash, a lost answer or beside another worker it goes on under the same keys, so that money
 * moves once. What stays unknown is answered `unsettled`.
 */
export async function driveCharge(
  context: MoneyContext,
  payment: Payment,
  { fresh }: { fresh: boolean },
): Promise<PaymentOutcome> {
  try {
    const known = fresh ? null : await askAbout(context.cards, payment);
    const state = await bringOn(context, payment, known);
    return await settlePayment(context, payment.id, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, paymentId: payment.id, kind: error.kind }, 'no usable answer to a charge');
    return settleByAsking(context, payment, error.kind);
  }
}

async function bringOn(context: MoneyContext, payment: Payment, known: ChargeState | null): Promise<ChargeState> {
  const { cards, db } = context;
  if (known && known.status !== 'open') return known;
  const key = payment.idempotencyKey;
  const chargeRef = known?.chargeRef ?? (await createCharge(context, payment));
  await storeChargeRef(db.sql, payment.id, chargeRef);
  return cards.confirmCharge({ chargeRef, key: `${key}:confirm` });
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
