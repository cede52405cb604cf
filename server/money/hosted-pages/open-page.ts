import { withCustomer } from '#server/money/cards/ensure-customer.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { storeSession } from '#server/money/payments.sql.ts';
import type { Payment } from '#server/money/payments.ts';
import { absolute } from './open-session.ts';

/**
 * The hosted page of one attempt. `live` is false when the attempt has ended or has another page. Then this page is closed, and the
 * caller must not give its URL to the fan.
 */
export interface AttemptPage {
  sessionRef: string;
  url: string;
  live: boolean;
}

/**
 * Opens the hosted page of an attempt, or returns the page that an earlier call opened: the request uses the attempt's idempotency key.
 * Stores the session's reference before the caller can give the URL to the fan. Must not run inside a transaction. Throws
 * ProcessorFault.
 */
export async function openPage(context: MoneyContext, payment: Payment): Promise<AttemptPage> {
  const cards = context.processors.get(payment.processor);
  const request = {
    amountCents: payment.amountCents,
    reference: payment.idempotencyKey,
    description: payment.description,
    locale: payment.pageLocale,
    // Attempts that are older than these columns have no return URLs.
    successUrl: payment.successUrl ?? absolute(context, '/my-account'),
    cancelUrl: payment.cancelUrl ?? absolute(context, '/my-account'),
  };
  const { sessionRef, url } = await withCustomer(
    context,
    cards,
    { userId: payment.userId, key: payment.idempotencyKey },
    (by) => cards.startPayment({ ...request, ...by }),
  );
  const live = await storeSession(context.db.sql, payment.id, sessionRef, url);
  if (!live) await cards.closeSession(sessionRef);
  return { sessionRef, url, live };
}
