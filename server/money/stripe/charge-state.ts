import type Stripe from 'stripe';
import { type ChargeState, ProcessorFault } from '#server/money/card-processor.ts';
import { abandoned, declineOf } from './decline-codes.ts';
import { expanded, referenceOf } from './references.ts';

/** Every call that answers with a PaymentIntent expands this field, because the balance transaction has the fee. */
export const chargeExpansion = 'latest_charge.balance_transaction';

/**
 * The state of a charge from its PaymentIntent, with `chargeExpansion`. A succeeded charge stays `processing` until Stripe has written
 * its balance transaction, because our books need its fee.
 */
export function chargeState(intent: Stripe.PaymentIntent): ChargeState {
  if (intent.currency !== 'usd') throw new ProcessorFault('unknown', `${intent.id} is in ${intent.currency}`);
  // What Stripe has received counts, because a part of an amount can be captured in the dashboard.
  const amountCents = intent.status === 'succeeded' ? intent.amount_received : intent.amount;
  const identity = { chargeRef: intent.id, reference: referenceOf(intent) ?? '', amountCents };
  switch (intent.status) {
    case 'succeeded': {
      const costCents = costOf(intent);
      return costCents === null
        ? { ...identity, status: 'processing' }
        : { ...identity, status: 'succeeded', costCents };
    }
    case 'processing':
    case 'requires_capture':
      return { ...identity, status: 'processing' };
    case 'canceled':
      return { ...identity, status: 'failed', decline: abandoned };
    case 'requires_payment_method':
      return intent.last_payment_error
        ? { ...identity, status: 'failed', decline: declineOf(intent.last_payment_error) }
        : { ...identity, status: 'open', sessionRef: null, url: null };
    default:
      return { ...identity, status: 'open', sessionRef: null, url: null };
  }
}

function costOf({ latest_charge }: Stripe.PaymentIntent): number | null {
  const transaction = expanded(expanded(latest_charge)?.balance_transaction);
  return transaction ? inUsd(transaction.fee, transaction) : null;
}

/** Cents of a balance transaction in US cents, also when the account settles in another currency. */
export function inUsd(
  cents: number,
  { currency, exchange_rate }: Pick<Stripe.BalanceTransaction, 'currency' | 'exchange_rate'>,
): number {
  return currency === 'usd' || !exchange_rate ? cents : Math.round(cents / exchange_rate);
}

/**
 * The state of the payment of a hosted page, with its PaymentIntent expanded. While the page is open, the fan can try another card
 * after a decline, so the payment is open.
 */
export function sessionPayment(session: Stripe.Checkout.Session): ChargeState {
  const { id: sessionRef, url, status, amount_total } = session;
  const intent = expanded(session.payment_intent);
  const paid = intent && chargeState(intent);
  if (paid?.status === 'succeeded' || paid?.status === 'processing') return paid;
  const identity = {
    chargeRef: null,
    reference: referenceOf(session) ?? '',
    amountCents: amount_total ?? 0,
  };
  if (status === 'open') return { ...identity, status: 'open', sessionRef, url };
  const decline = intent?.last_payment_error ? declineOf(intent.last_payment_error) : abandoned;
  return { ...identity, status: 'failed', decline };
}
