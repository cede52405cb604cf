import { beginCharge } from './begin-charge.ts';
import { type ChargeState, ProcessorFault } from './card-processor.ts';
import { readChargeable } from './cards/cards.sql.ts';
import { forgetMissing } from './cards/ensure-customer.ts';
import { failRefusedAttempt } from './fail-refused-attempt.ts';
import type { MoneyContext } from './money-context.ts';
import { readPayment, storeRefusal } from './payments.sql.ts';
import { cardMissing, type Payment, type PaymentOutcome, processorRefused } from './payments.ts';
import { answerIn, reportProblem } from './problems/report-problem.ts';
import { settlePayment } from './settle-payment.ts';

/** Looks an attempt up at the processor by its charge, its session, or our reference. */
export async function lookUpAttempt({ processors }: MoneyContext, payment: Payment): Promise<ChargeState | null> {
  const { processor, processorRef: chargeRef, sessionRef, idempotencyKey: reference } = payment;
  return processors.get(processor).lookUpCharge({ chargeRef, sessionRef, reference });
}

/**
 * Resumes an off-session attempt where it stopped and brings it to its end. Looks it up first unless the attempt is `fresh`; then
 * creates the charge, stores its reference, confirms it and settles. After a crash or a lost answer, or next to another worker, it uses
 * the same idempotency keys, so money moves once. When the charge is no longer wanted, this function cancels it at the processor. A
 * charge that succeeded before the cancellation is settled as usual, and the module of the subject refunds it. Returns `unsettled` when
 * the outcome stays unknown. Throws the errors of `payment.assert_wanted`, except `nothing_due`, `conflict`, `pool_frozen` and
 * `creator_not_payable`.
 */
export async function driveCharge(
  context: MoneyContext,
  payment: Payment,
  { fresh }: { fresh: boolean },
): Promise<PaymentOutcome> {
  try {
    const priorState = fresh ? null : await lookUpAttempt(context, payment);
    return await settlePayment(context, payment.id, await confirmOrCancel(context, payment, priorState));
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn(
      { err: error, paymentId: payment.id, kind: error.kind },
      'charge: no usable answer from the card processor; looking it up',
    );
    if (error.solver === 'operator') await reportCharge(context, payment, error);
    const outcome = await settleByAsking(context, payment, error);
    await forgetMissing(context, payment, error);
    return outcome;
  }
}

/** Such as a key without the permission: every charge waits until the operator has solved it. */
async function reportCharge(context: MoneyContext, { processor }: Payment, error: ProcessorFault): Promise<void> {
  const key = { processor, action: 'page', about: 'charge' } as const;
  await context.db.tx((tx) => reportProblem(context, tx, key, answerIn(error)));
}

async function confirmOrCancel(
  context: MoneyContext,
  payment: Payment,
  priorState: ChargeState | null,
): Promise<ChargeState> {
  if (priorState && priorState.status !== 'open') return priorState;
  const key = payment.idempotencyKey;
  const chargeRef = priorState?.chargeRef ?? (await createCharge(context, payment));
  const mayConfirm = await beginCharge(context, payment, chargeRef);
  return mayConfirm
    ? context.processors.get(payment.processor).confirmCharge({ chargeRef, key: `${key}:confirm` })
    : cancelCharge(context, payment, chargeRef);
}

/** Another worker may still confirm a charge that could not be canceled, so a refusal to cancel counts as `unknown`. */
async function cancelCharge(
  { processors }: MoneyContext,
  { processor }: Payment,
  chargeRef: string,
): Promise<ChargeState> {
  try {
    return await processors.get(processor).cancelCharge(chargeRef);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    throw new ProcessorFault('unknown', `${chargeRef} could not be canceled`, { cause: error });
  }
}

async function createCharge(context: MoneyContext, payment: Payment): Promise<string> {
  const { processors, db } = context;
  const { cardId, userId, processor, amountCents, description, idempotencyKey } = payment;
  const card = cardId ? await readChargeable(db.sql, { cardId, userId, processor }) : undefined;
  if (!card) throw new ProcessorFault('refused', 'the card was removed', { missing: 'card' });
  const { chargeRef } = await processors.get(processor).createCharge({
    ...card,
    amountCents,
    reference: idempotencyKey,
    description,
    key: idempotencyKey,
  });
  return chargeRef;
}

/**
 * Without an answer, looks the charge up and never repeats the request under another key. After a refusal, cancels an existing charge,
 * so that no worker confirms it later; if there is none, nothing was charged.
 */
async function settleByAsking(
  context: MoneyContext,
  payment: Payment,
  { kind: fault, missing }: ProcessorFault,
): Promise<PaymentOutcome> {
  const refusal = missing ? cardMissing : processorRefused;
  try {
    // This call or another worker may have stored the charge's reference since the first read.
    const now = (await readPayment(context.db.sql, payment.id)) ?? payment;
    let state = await lookUpAttempt(context, now);
    if (state?.status === 'open' && state.chargeRef !== null && fault === 'refused') {
      // The webhook of the cancellation may arrive before its answer, and says nothing about the refusal.
      await storeRefusal(context.db.sql, payment.id, refusal);
      const ended = await cancelCharge(context, payment, state.chargeRef);
      state = ended.status === 'failed' ? { ...ended, decline: refusal } : ended;
    }
    if (state && state.status !== 'open') return await settlePayment(context, payment.id, state);
    if (fault === 'unknown' || state) return { status: 'unsettled', paymentId: payment.id };
    return await failRefusedAttempt(context, payment, refusal);
  } catch (error) {
    if (error instanceof ProcessorFault) return { status: 'unsettled', paymentId: payment.id };
    throw error;
  }
}
