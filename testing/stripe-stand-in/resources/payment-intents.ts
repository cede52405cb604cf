import type Stripe from 'stripe';
import { type Call, cents, needed, type Route } from '../call.ts';
import { confirmPayment, declineError } from '../confirm.ts';
import { metadata, object, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId } from '../store.ts';
import { findCustomer, findPaymentMethod } from './customers.ts';
import { searchPayments } from './search.ts';

/** Stripe refuses charges in US dollars below this. */
const minimumCents = 50;

export function buildPayment(
  call: Call,
  fields: Pick<Stripe.PaymentIntent, 'amount' | 'customer' | 'payment_method' | 'metadata' | 'description'> & {
    transferGroup: string | null;
    setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
    statementSuffix: string | null;
    status: Stripe.PaymentIntent.Status;
  },
): Stripe.PaymentIntent {
  const id = newId('pi_');
  if (fields.amount < minimumCents) throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: call.store.now(),
    currency: 'usd',
    customer: fields.customer,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: call.livemode,
    managed_payments: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: fields.payment_method,
    payment_method_configuration_details: { id: 'pmc_fanfare', parent: null },
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: fields.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: fields.statementSuffix,
    status: fields.status,
    transfer_group: fields.transferGroup,
  };
}

export function findPayment(call: Call, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = call.store.get('paymentIntents', id);
  if (!intent) throw missing('payment_intent', id, param);
  return intent;
}

/** The error for a change that the payment's status no longer allows. */
function unexpected(intent: Stripe.PaymentIntent, verb: string): Refusal {
  return new Refusal(400, {
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

function confirm(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  if (!['requires_confirmation', 'requires_payment_method', 'requires_action'].includes(intent.status))
    throw unexpected(intent, 'confirm');
  const methodId = text(call.params, 'payment_method') ?? (intent.payment_method as string | null);
  if (!methodId)
    throw new Refusal(400, {
      code: 'payment_intent_unexpected_state',
      message: 'You cannot confirm this PaymentIntent because it’s missing a payment method.',
      payment_intent: intent,
    });
  const method = findPaymentMethod(call, methodId);
  const offSession = text(call.params, 'off_session') === 'true';
  if (offSession && method.customer !== intent.customer)
    throw invalid(
      `The payment method ${method.id} is not attached to the customer of this PaymentIntent.`,
      'payment_method',
    );
  const confirmed = confirmPayment(call, intent, method, { present: !offSession });
  if (confirmed.status === 'requires_payment_method') throw declineError(confirmed);
  return confirmed;
}

export function cancelPayment(call: Call, intent: Stripe.PaymentIntent, reason: string | null): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel');
  const canceled = call.store.change('paymentIntents', intent.id, {
    status: 'canceled',
    canceled_at: call.store.now(),
    cancellation_reason: reason as Stripe.PaymentIntent.CancellationReason | null,
    next_action: null,
  });
  call.emit('payment_intent.canceled', canceled);
  return canceled;
}

function create(call: Call): Stripe.PaymentIntent {
  const { params } = call;
  const amount = cents(call, 'amount');
  if (needed(call, 'currency') !== 'usd') throw invalid('The stand-in takes US dollars only.', 'currency');
  const customer = text(params, 'customer');
  if (customer) findCustomer(call, customer);
  const methodId = text(params, 'payment_method');
  const method = methodId ? findPaymentMethod(call, methodId) : null;
  if (method?.customer && method.customer !== customer)
    throw invalid(
      `The PaymentMethod ${method.id} does not belong to the customer of the PaymentIntent.`,
      'payment_method',
    );
  if (object(params, 'automatic_payment_methods').enabled === 'false')
    throw invalid('The stand-in expects dynamic payment methods.', 'automatic_payment_methods');
  const intent = call.store.put(
    'paymentIntents',
    buildPayment(call, {
      amount,
      customer,
      payment_method: method?.id ?? null,
      metadata: metadata(params),
      description: text(params, 'description'),
      transferGroup: text(params, 'transfer_group'),
      setupFutureUsage: text(params, 'setup_future_usage') as Stripe.PaymentIntent.SetupFutureUsage | null,
      statementSuffix: text(params, 'statement_descriptor_suffix'),
      status: method ? 'requires_confirmation' : 'requires_payment_method',
    }),
  );
  call.emit('payment_intent.created', intent);
  return text(params, 'confirm') === 'true' ? confirm(call, intent) : intent;
}

export const paymentIntentRoutes: Route[] = [
  { method: 'POST', path: '/v1/payment_intents', movesMoney: true, run: create },
  { method: 'GET', path: '/v1/payment_intents/search', run: searchPayments },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    run(call) {
      const customer = text(call.params, 'customer');
      const rows = call.store.all('paymentIntents').filter((intent) => !customer || intent.customer === customer);
      return page('/v1/payment_intents', call.params, rows);
    },
  },
  { method: 'GET', path: '/v1/payment_intents/{intent}', run: (call) => findPayment(call, call.path.intent ?? '') },
  {
    method: 'POST',
    path: '/v1/payment_intents/{intent}/confirm',
    movesMoney: true,
    run: (call) => confirm(call, findPayment(call, call.path.intent ?? '')),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/{intent}/cancel',
    run: (call) =>
      cancelPayment(call, findPayment(call, call.path.intent ?? ''), text(call.params, 'cancellation_reason')),
  },
];
