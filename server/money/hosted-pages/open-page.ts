import { ensureCustomer } from '#server/money/ensure-customer.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { storeSession } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { absolute } from './open-session.ts';

/**
 * The hosted page of one attempt. `live` is false when the attempt has ended or has another page: then this one is closed, and no caller
 * may give its URL to the fan.
 */
export interface AttemptPage {
  sessionRef: string;
  url: string;
  live: boolean;
}

/**
 * Opens the hosted page of an attempt, or finds the page that an earlier call opened: the request repeats under the attempt's
 * idempotency key. The reference is stored before the caller may give the URL to anyone. Never inside a transaction. Throws
 * ProcessorFault.
 */
export async function openPage(context: MoneyContext, payment: Payment): Promise<AttemptPage> {
  const { cards, db } = context;
  const customerRef = await ensureCustomer(context, payment.userId);
  const { sessionRef, url } = await cards.startPayment({
    customerRef,
    amountCents: payment.amountCents,
    reference: payment.idempotencyKey,
    description: payment.description,
    // Attempts from before the addresses were stored have none.
    successUrl: payment.successUrl ?? absolute(context, '/my-account'),
    cancelUrl: payment.cancelUrl ?? absolute(context, '/my-account'),
    key: payment.idempotencyKey,
  });
  const live = await storeSession(db.sql, payment.id, sessionRef, url);
  if (!live) await cards.closeSession(sessionRef);
  return { sessionRef, url, live };
}
