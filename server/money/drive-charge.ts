import { beginCharge } from './begin-charge.ts';
import { type CardProcessor, type ChargeState, ProcessorFault } from './card-port.ts';
import { readChargeable } from './cards.sql.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import type { MoneyContext } from './money-context.ts';
import { readPayment } from './payments.sql.ts';
import { notTaken, type Payment, type PaymentOutcome } from './payments.ts';
import { settlePayment } from './settle-payment.ts';

/** What the processor knows of an attempt, by the best name we have. */
export function askAbout(cards: CardProcessor, payment: Payment): Promise<ChargeState | null> {
  const { processorRef: chargeRef, sessionRef, idempotencyKey: reference } = payment;
  return cards.lookUpCharge({ chargeRef, sessionRef, reference });
}

/**
 * Brings an off-session attempt to its end from wherever it stopped: asks the processor first unless the attempt is `fresh`, creates
 * the charge, stores its reference, confirms it, settles. After a crash, a lost answer or beside another worker it goes on under the
 * same idempotency keys, so that money moves once. When the subject wants no money any more, the charge is cancelled at the processor
 * instead; if it succeeded before that, it is settled like any payment and its owner refunds it. Answers `unsettled` when the outcome
 * stays unknown. Throws what hearers of `payment.starting` throw, except `nothing_due` and `conflict`.
 */
export async function driveCharge(
  context: MoneyContext,
  payment: Payment,
  { fresh }: { fresh: boolean },
): Promise<PaymentOutcome> {
  try {
    const known = fresh ? null : await askAbout(context.cards, payment);
    return await settlePayment(context, payment.id, await confirmOrCancel(context, payment, known));
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, paymentId: payment.id, kind: error.kind }, 'no usable answer to a charge');
    return settleByAsking(context, payment, error.kind);
  }
}

async function confirmOrCancel(
  context: MoneyContext,
  payment: Payment,
  known: ChargeState | null,
): Promise<ChargeState> {
  if (known && known.status !== 'open') return known;
  const key = payment.idempotencyKey;
  const chargeRef = known?.chargeRef ?? (await createCharge(context, payment));
  const mayConfirm = await beginCharge(context, payment, chargeRef);
  return mayConfirm
    ? context.cards.confirmCharge({ chargeRef, key: `${key}:confirm` })
    : cancelCharge(context, chargeRef);
}

/** A charge that could not be cancelled may still be confirmed by another worker, so a refusal to cancel means `unknown`. */
async function cancelCharge({ cards }: MoneyContext, chargeRef: string): Promise<ChargeState> {
  try {
    return await cards.cancelCharge(chargeRef);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    throw new ProcessorFault('unknown', `${chargeRef} could not be cancelled`, { cause: error });
  }
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

/**
 * After no answer the processor is asked, never told again under another key. After a refusal a charge that exists is cancelled, so
 * that it cannot be confirmed later; without one nothing was charged.
 */
async function settleByAsking(
  context: MoneyContext,
  payment: Payment,
  fault: ProcessorFault['kind'],
): Promise<PaymentOutcome> {
  try {
    // Read again, because the reference of the charge may have been stored since, here or by another worker.
    const now = (await readPayment(context.db.sql, payment.id)) ?? payment;
    let state = await askAbout(context.cards, now);
    if (state?.status === 'open' && state.chargeRef !== null && fault === 'refused') {
      const ended = await cancelCharge(context, state.chargeRef);
      state = ended.status === 'failed' ? { ...ended, decline: notTaken } : ended;
    }
    if (state && state.status !== 'open') return await settlePayment(context, payment.id, state);
    if (fault === 'unknown' || state) return { status: 'unsettled', paymentId: payment.id };
    return await failRefusedAttempt(context, payment);
  } catch (error) {
    if (error instanceof ProcessorFault) return { status: 'unsettled', paymentId: payment.id };
    throw error;
  }
}
