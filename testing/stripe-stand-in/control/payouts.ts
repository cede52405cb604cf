import type Stripe from 'stripe';
import { totalOf } from '../balance.ts';
import type { Call } from '../call.ts';
import { invalid } from '../refusal.ts';
import { newId } from '../store.ts';

/** Sends money of a connected account to its bank, as Stripe does on the account's schedule. */
export function createPayout(call: Call, account: string, amount: number): Stripe.Payout {
  if (!(amount > 0 && amount <= totalOf(call.store, account))) throw invalid('The account does not have that much.');
  const now = call.store.now();
  const payout = call.store.put('payouts', {
    id: newId('po_'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: now,
    automatic: true,
    balance_transaction: null,
    created: now,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: newId('ba_'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: call.livemode,
    // The stand-in keeps the account here; Stripe names it in the Stripe-Account header and in the event.
    metadata: { account },
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  });
  call.emit('payout.paid', payout);
  return payout;
}

/** The bank returns the money, and the connected account has it again. */
export function failPayout(call: Call, payout: Stripe.Payout): Stripe.Payout {
  const failed = call.store.change('payouts', payout.id, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
  call.emit('payout.failed', failed);
  return failed;
}
