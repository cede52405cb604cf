import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { type Behavior, behaviorOf, createCard } from './cards.ts';
import { Refusal } from './refusal.ts';
import { createCharge } from './resources/charges.ts';
import { openDispute, warnOfFraud } from './resources/disputes.ts';

/**
 * Charges the payment's card. `present`: the cardholder sees a page; without `approved` an authentication then becomes the next action.
 * The payment keeps the result; a decline is not thrown.
 */
export function confirmPayment(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  customer: { present: boolean; approved?: boolean },
): Stripe.PaymentIntent {
  const { store } = call;
  const card = store.get('cards', method.id);
  const behavior = behaviorOf(card ?? { number: '', behavior: null });
  const asks =
    !customer.approved &&
    (behavior.authentication === 'always' || (behavior.authentication === 'once' && !card?.setUp));
  if (asks && customer.present) {
    const waiting = store.change('paymentIntents', intent.id, {
      status: 'requires_action',
      payment_method: method.id,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${call.origin}/approve/${intent.id}`, return_url: null },
      },
    });
    call.emit('payment_intent.requires_action', waiting);
    return waiting;
  }
  const decline: Behavior['decline'] = asks
    ? {
        code: 'authentication_required',
        declineCode: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      }
    : behavior.decline;
  return decline ? fail(call, intent, method, decline) : succeed(call, intent, method, behavior);
}

function succeed(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behavior: Behavior,
): Stripe.PaymentIntent {
  const charge = createCharge(call, intent, method, undefined);
  const paid = call.store.change('paymentIntents', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    transfer_group: intent.transfer_group,
  });
  call.emit('charge.succeeded', charge);
  call.emit('payment_intent.succeeded', paid);
  if (behavior.disputed) openDispute(call, charge, { reason: behavior.disputed });
  if (behavior.fraudWarning) warnOfFraud(call, charge);
  return paid;
}

function fail(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: NonNullable<Behavior['decline']>,
): Stripe.PaymentIntent {
  const charge = createCharge(call, intent, method, decline);
  const failed = call.store.change('paymentIntents', intent.id, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      code: decline.code as Stripe.PaymentIntent.LastPaymentError['code'],
      decline_code: decline.declineCode,
      message: decline.message,
      charge: charge.id,
      payment_method: method,
      doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
    },
  });
  call.emit('charge.failed', charge);
  call.emit('payment_intent.payment_failed', failed);
  return failed;
}

/** The error that a confirmation through the API answers for a decline. */
export function declineError(intent: Stripe.PaymentIntent): Refusal {
  const error = intent.last_payment_error;
  return new Refusal(402, { ...error, type: 'card_error', message: error?.message ?? '', payment_intent: intent });
}

/** Saves a card for a set-up. Null when the card needs the cardholder's approval first. */
export function saveCard(
  call: Call,
  setup: Stripe.SetupIntent,
  card: { number: string; expMonth: number; expYear: number },
  approved: boolean,
): Stripe.SetupIntent | null {
  const { store } = call;
  const behavior = behaviorOf({ number: card.number, behavior: null });
  if (behavior.authentication && !approved) return null;
  if (behavior.decline && !behavior.attaches) {
    const failed = store.change('setupIntents', setup.id, {
      status: 'requires_payment_method',
      last_setup_error: {
        type: 'card_error',
        code: behavior.decline.code as Stripe.SetupIntent.LastSetupError['code'],
        decline_code: behavior.decline.declineCode,
        message: behavior.decline.message,
      },
    });
    call.emit('setup_intent.setup_failed', failed);
    return failed;
  }
  const method = createCard(store, {
    ...card,
    customer: setup.customer as string,
    livemode: call.livemode,
    setUp: true,
  });
  const saved = store.change('setupIntents', setup.id, {
    status: 'succeeded',
    payment_method: method.id,
    last_setup_error: null,
  });
  call.emit('payment_method.attached', method);
  call.emit('setup_intent.succeeded', saved);
  return saved;
}
