import { askAbout } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { abandoned, type Payment, type PaymentOutcome } from './payments.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Ends an open payment page so that another attempt may begin: closed first, then asked, since the fan may have paid in between.
 * Throws ProcessorFault when the processor does not tell; then nothing else may be tried.
 */
export async function closeHostedPayment(context: MoneyContext, payment: Payment): Promise<PaymentOutcome> {
  const { cards } = context;
  const before = await askAbout(cards, payment);
  const sessionRef = payment.sessionRef ?? (before?.status === 'open' ? before.sessionRef : null);
  if (sessionRef) await cards.closeSession(sessionRef);
  const { idempotencyKey: reference, amountCents } = payment;
  const state = sessionRef ? await cards.lookUpCharge({ chargeRef: null, sessionRef, reference }) : before;
  const none = { reference, amountCents, chargeRef: null, status: 'failed', decline: abandoned } as const;
  return settlePayment(context, payment.id, state ?? none);
}
