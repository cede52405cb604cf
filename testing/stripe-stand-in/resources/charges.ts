import type Stripe from 'stripe';
import { asShown, book, feeOf } from '../balance.ts';
import type { Call, Route } from '../call.ts';
import type { Behavior } from '../cards.ts';
import { text } from '../form.ts';
import { page } from '../lists.ts';
import { missing } from '../refusal.ts';
import { newId } from '../store.ts';

/** US card payments are available two business days later. */
const daysPending = 2;

function paymentDetails(method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails {
  const card = method.card;
  return {
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card?.brand ?? null,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: card?.country ?? null,
      electronic_commerce_indicator: null,
      exp_month: card?.exp_month ?? 1,
      exp_year: card?.exp_year ?? 2030,
      fingerprint: card?.fingerprint ?? null,
      funding: card?.funding ?? null,
      installments: null,
      last4: card?.last4 ?? null,
      mandate: null,
      network: card?.brand ?? null,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}

/** Creates the charge of a confirmed payment: succeeded with its balance transaction, or failed. */
export function createCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Behavior['decline'],
): Stripe.Charge {
  const id = newId('ch_');
  const fee = feeOf(intent.amount);
  const movement = decline
    ? null
    : book(call.store, {
        type: 'charge',
        amount: intent.amount,
        fee,
        source: id,
        description: intent.description,
        daysPending: call.store.get('cards', method.id)?.number === '4000000000000077' ? 0 : daysPending,
      });
  return call.store.put('charges', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: movement?.id ?? null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'FANFARE',
    captured: !decline,
    created: call.store.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: call.livemode,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: paymentDetails(method),
    receipt_email: null,
    receipt_number: null,
    receipt_url: decline ? null : `${call.origin}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: decline ? null : (intent.transfer_group ?? `group_${intent.id}`),
  });
}

function outcomeOf(decline: Behavior['decline']): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank declined the payment.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

export function findCharge(call: Call, id: string, param = 'charge'): Stripe.Charge {
  const charge = call.store.get('charges', id);
  if (!charge) throw missing('charge', id, param);
  return charge;
}

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges/{charge}',
    run: (call) => asShown(call.store, findCharge(call, call.path.charge ?? '', 'id')),
  },
  {
    method: 'GET',
    path: '/v1/charges',
    run(call) {
      const filters = (['customer', 'payment_intent', 'transfer_group'] as const).map(
        (name) => [name, text(call.params, name)] as const,
      );
      const rows = call.store
        .all('charges')
        .filter((charge) => filters.every(([name, value]) => value === null || charge[name] === value))
        .map((charge) => asShown(call.store, charge));
      return page('/v1/charges', call.params, rows);
    },
  },
];
