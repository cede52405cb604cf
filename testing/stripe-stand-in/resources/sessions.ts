import type Stripe from 'stripe';
import { type Call, needed, type Route } from '../call.ts';
import { metadata, object, type Params, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId } from '../store.ts';
import { findCustomer } from './customers.ts';
import { cancelPayment } from './payment-intents.ts';
import { platformOf } from './platform-account.ts';
import { buildSetup } from './setup-intents.ts';

/** The fields of the payment that the session creates once the fan pays. */
export interface PaymentPlan {
  amount: number;
  metadata: Record<string, string>;
  description: string | null;
  transferGroup: string | null;
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null;
  statementSuffix: string | null;
  /** The name of the line item. */
  product: string;
}

/** Stored besides the session under the setting "plan:ID". */
export function planOf(call: Call, session: Stripe.Checkout.Session): PaymentPlan {
  return call.store.setting<PaymentPlan>(`plan:${session.id}`, undefined as never);
}

function readPlan(call: Call): PaymentPlan {
  const items = call.params.line_items;
  const item = Array.isArray(items) && items.length === 1 ? (items[0] as Params) : {};
  const price = object(item, 'price_data');
  const amount = Number(text(price, 'unit_amount')) * Number(text(item, 'quantity') ?? 1);
  if (!Number.isInteger(amount) || amount < 50 || text(price, 'currency') !== 'usd')
    throw invalid('The stand-in needs one line item with price_data in US dollars, at least $0.50.', 'line_items');
  const data = object(call.params, 'payment_intent_data');
  return {
    amount,
    metadata: metadata(data),
    description: text(data, 'description'),
    transferGroup: text(data, 'transfer_group'),
    setupFutureUsage: text(data, 'setup_future_usage') as Stripe.PaymentIntent.SetupFutureUsage | null,
    statementSuffix: text(data, 'statement_descriptor_suffix'),
    product: text(object(price, 'product_data'), 'name') ?? 'Payment',
  };
}

function buildSession(
  call: Call,
  fields: Pick<Stripe.Checkout.Session, 'mode' | 'customer' | 'success_url' | 'expires_at'> & { amount: number | null },
): Stripe.Checkout.Session {
  const id = newId(call.livemode ? 'cs_live_' : 'cs_test_', 58);
  const submitText = text(object(object(call.params, 'custom_text'), 'submit'), 'message');
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: fields.amount,
    amount_total: fields.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: text(call.params, 'cancel_url'),
    client_reference_id: text(call.params, 'client_reference_id'),
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: call.store.now(),
    currency: fields.mode === 'payment' ? 'usd' : text(call.params, 'currency'),
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: submitText === null ? null : { message: submitText },
      terms_of_service_acceptance: null,
    },
    customer: fields.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: fields.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: call.livemode,
    locale: text(call.params, 'locale') as Stripe.Checkout.Session.Locale | null,
    managed_payments: null,
    metadata: metadata(call.params),
    mode: fields.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: {
      id: text(call.params, 'payment_method_configuration') ?? 'pmc_fanfare',
      parent: null,
    },
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: fields.mode === 'payment' ? 'unpaid' : 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: fields.success_url,
    total_details: fields.amount === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${call.origin}/checkout/${id}`,
    wallet_options: null,
  };
}

function create(call: Call): Stripe.Checkout.Session {
  const { store, params } = call;
  const mode = needed(call, 'mode');
  if (mode !== 'setup' && mode !== 'payment') throw invalid('The stand-in supports setup and payment.', 'mode');
  if (mode === 'setup' && !text(params, 'currency'))
    throw new Refusal(400, {
      code: 'parameter_missing',
      message: '`currency` is required in setup mode with dynamic payment methods.',
      param: 'currency',
    });
  if (!platformOf(store).takesCards)
    throw invalid(
      'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).',
    );
  const customer = text(params, 'customer');
  if (customer) findCustomer(call, customer);
  const now = store.now();
  const expiresAt = Number(text(params, 'expires_at') ?? now + 24 * 3600);
  // 30 minutes to 24 hours, with a minute for clocks that differ.
  if (!(expiresAt >= now + 29 * 60 && expiresAt <= now + 24 * 3600 + 60))
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.', 'expires_at');
  const plan = mode === 'payment' ? readPlan(call) : null;
  const session = buildSession(call, {
    mode,
    customer,
    success_url: needed(call, 'success_url'),
    expires_at: expiresAt,
    amount: plan?.amount ?? null,
  });
  if (plan) store.put('settings', { id: `plan:${session.id}`, value: plan });
  else {
    const setup = buildSetup(call, { customer, data: object(params, 'setup_intent_data') });
    session.setup_intent = store.put('setupIntents', setup).id;
  }
  return store.put('sessions', session);
}

export function findSession(call: Call, id: string): Stripe.Checkout.Session {
  const session = call.store.get('sessions', id);
  if (!session) throw missing('checkout.session', id, 'session');
  // Stripe expires sessions on time; the stand-in does so on the next read.
  return session.status === 'open' && session.expires_at <= call.store.now() ? expireSession(call, session) : session;
}

export function expireSession(call: Call, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const { store } = call;
  if (session.status !== 'open')
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', 'session');
  const intent = store.get('paymentIntents', (session.payment_intent as string | null) ?? '');
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled')
    cancelPayment(call, intent, 'void_invoice');
  const setup = store.get('setupIntents', (session.setup_intent as string | null) ?? '');
  if (setup && setup.status !== 'succeeded') store.change('setupIntents', setup.id, { status: 'canceled' });
  const expired = store.change('sessions', session.id, { status: 'expired', url: null });
  call.emit('checkout.session.expired', expired);
  return expired;
}

export const sessionRoutes: Route[] = [
  { method: 'POST', path: '/v1/checkout/sessions', movesMoney: true, run: create },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    run(call) {
      const filters = (['payment_intent', 'customer', 'status'] as const).map(
        (name) => [name, text(call.params, name)] as const,
      );
      const rows = call.store
        .all('sessions')
        .map((session) => findSession(call, session.id))
        .filter((session) => filters.every(([name, value]) => value === null || session[name] === value));
      return page('/v1/checkout/sessions', call.params, rows);
    },
  },
  { method: 'GET', path: '/v1/checkout/sessions/{session}', run: (call) => findSession(call, call.path.session ?? '') },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/{session}/expire',
    run: (call) => expireSession(call, findSession(call, call.path.session ?? '')),
  },
];
