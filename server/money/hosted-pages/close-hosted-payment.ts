import { ProcessorFault } from '#server/money/card-processor.ts';
import { lookUpAttempt } from '#server/money/drive-charge.ts';
import { failRefusedAttempt } from '#server/money/fail-refused-attempt.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPayment, storeSession } from '#server/money/payments.sql.ts';
import { isLive, outcomeOf, type Payment, type PaymentOutcome } from '#server/money/payments.ts';
import { settlePayment } from '#server/money/settle-payment.ts';
import { openPage } from './open-page.ts';

/**
 * Ends a hosted attempt so that another one may begin. Closes the page at the processor first and looks it up afterwards, because the
 * fan may have paid in between. An attempt without a stored page may still have one: another call, on any node, may be opening it right
 * now. Opening it here under the same idempotency key returns that same page, which is then closed.
 * Throws ProcessorFault when the outcome stays unknown; then no other attempt may begin.
 */
export async function closeHostedPayment(context: MoneyContext, payment: Payment): Promise<PaymentOutcome> {
  const sessionRef = payment.sessionRef ?? (await findPage(context, payment));
  if (typeof sessionRef !== 'string') return sessionRef;
  const cards = context.processors.get(payment.processor);
  await cards.closeSession(sessionRef);
  const { processorRef: chargeRef, idempotencyKey: reference } = payment;
  const state = await cards.lookUpCharge({ chargeRef, sessionRef, reference });
  if (!state || state.status === 'open') throw new ProcessorFault('unknown', `${sessionRef} could not be closed`);
  return settlePayment(context, payment.id, state);
}

/** Returns the session of the attempt's page, or the outcome of the attempt if the processor refuses to open one. */
async function findPage(context: MoneyContext, payment: Payment): Promise<string | PaymentOutcome> {
  try {
    const page = await openPage(context, payment);
    if (page.live) return page.sessionRef;
    const now = (await readPayment(context.db.sql, payment.id)) ?? payment;
    return isLive(now) && now.sessionRef !== null ? now.sessionRef : outcomeOf(now);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind !== 'refused') throw error;
  }
  // In the meantime another call may have stored a page that the fan now has, so the attempt ends only when that page is closed.
  const now = (await readPayment(context.db.sql, payment.id)) ?? payment;
  if (now.sessionRef !== null) return now.sessionRef;
  const state = await lookUpAttempt(context, now);
  if (state === null) return failRefusedAttempt(context, payment);
  if (state.status !== 'open' || state.sessionRef === null) return settlePayment(context, payment.id, state);
  const isStored = await storeSession(context.db.sql, payment.id, state.sessionRef, state.url);
  if (!isStored) throw new ProcessorFault('unknown', `another call has changed ${payment.idempotencyKey}`);
  return state.sessionRef;
}
