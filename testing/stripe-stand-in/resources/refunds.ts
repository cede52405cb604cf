import type Stripe from 'stripe';
import { book } from '../balance.ts';
import { type Call, cents, type Route } from '../call.ts';
import { behaviorOf } from '../cards.ts';
import { metadata, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId } from '../store.ts';
import { findCharge } from './charges.ts';
import { findPayment } from './payment-intents.ts';

function chargeOf(call: Call): Stripe.Charge {
  const chargeId = text(call.params, 'charge');
  if (chargeId) return findCharge(call, chargeId);
  const intentId = text(call.params, 'payment_intent');
  if (!intentId)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = findPayment(call, intentId, 'payment_intent');
  if (intent.status !== 'succeeded')
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  return findCharge(call, intent.latest_charge as string);
}

function create(call: Call): Stripe.Refund {
  const { store, params } = call;
  const charge = chargeOf(call);
  const left = charge.amount - charge.amount_refunded;
  const amount = text(params, 'amount') === null ? left : cents(call, 'amount');
  if (charge.status !== 'succeeded') throw invalid(`Charge ${charge.id} has not been paid.`, 'charge');
  if (charge.disputed && !hasWon(call, charge.id))
    throw new Refusal(400, {
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  if (left === 0)
    throw new Refusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  if (amount > left)
    throw invalid(
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
      'amount',
    );
  const id = newId('re_');
  const movement = book(store, { type: 'refund', amount: -amount, source: id, description: charge.description });
  const card = store.get('cards', charge.payment_method ?? '');
  const fate = card && behaviorOf(card).refund;
  const refund = store.put('refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: movement.id,
    charge: charge.id,
    created: store.now(),
    currency: 'usd',
    customer: charge.customer as string | null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: metadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: text(params, 'reason') as Stripe.Refund['reason'],
    receipt_number: null,
    source_transfer_reversal: null,
    status: fate ? 'pending' : 'succeeded',
    transfer_reversal: null,
  } as Stripe.Refund);
  const amountRefunded = charge.amount_refunded + amount;
  const refunded = store.change('charges', charge.id, {
    amount_refunded: amountRefunded,
    refunded: amountRefunded === charge.amount,
  });
  for (const warning of store.all('warnings'))
    if (warning.charge === charge.id) store.change('warnings', warning.id, { actionable: false });
  call.emit('charge.refunded', refunded);
  call.emit('refund.created', refund);
  return refund;
}

function hasWon(call: Call, charge: string): boolean {
  return call.store.all('disputes').every((dispute) => dispute.charge !== charge || dispute.status === 'won');
}

/** The bank of the card refuses a refund later; the amount returns to the balance. */
export function failRefund(call: Call, refund: Stripe.Refund, reason = 'unknown'): Stripe.Refund {
  if (refund.status === 'failed') return refund;
  const { store } = call;
  const movement = book(store, {
    type: 'refund_failure',
    amount: refund.amount,
    source: refund.id,
    description: 'REFUND FAILED',
  });
  const charge = store.get('charges', refund.charge as string);
  if (charge)
    store.change('charges', charge.id, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  const failed = store.change('refunds', refund.id, {
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: movement.id,
  });
  call.emit('refund.failed', failed);
  call.emit('refund.updated', failed);
  return failed;
}

/** A refund that was under way reaches the card. */
export function completeRefund(call: Call, refund: Stripe.Refund): Stripe.Refund {
  const done = call.store.change('refunds', refund.id, { status: 'succeeded' });
  call.emit('refund.updated', done);
  return done;
}

export const refundRoutes: Route[] = [
  { method: 'POST', path: '/v1/refunds', movesMoney: true, run: create },
  {
    method: 'GET',
    path: '/v1/refunds/{refund}',
    run(call) {
      const refund = call.store.get('refunds', call.path.refund ?? '');
      if (!refund) throw missing('refund', call.path.refund ?? '');
      return refund;
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    run(call) {
      const charge = text(call.params, 'charge');
      const payment = text(call.params, 'payment_intent');
      const rows = call.store
        .all('refunds')
        .filter((refund) => (!charge || refund.charge === charge) && (!payment || refund.payment_intent === payment));
      return page('/v1/refunds', call.params, rows);
    },
  },
];
