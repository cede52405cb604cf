import type Stripe from 'stripe';
import { availableOf, book, totals } from './balance.ts';
import type { Call } from './call.ts';
import { type PayoutInterval, platformOf } from './resources/platform-account.ts';
import { newId } from './store.ts';

const daySeconds = 24 * 3600;

/** Makes the automatic payouts of the days that have passed since the last request. */
export function makeDuePayouts(call: Call): void {
  const { store } = call;
  const dueAt = store.setting<number | null>('nextPayoutsAt', null);
  if (dueAt !== null && store.now() < dueAt) return;
  store.put('settings', { id: 'nextPayoutsAt', value: store.now() + daySeconds });
  // The first request of all starts the schedule.
  if (dueAt === null) return;
  if (platformOf(store).payoutInterval === 'daily') {
    const { available } = totals(store);
    if (available > 0) payPlatform(call, available);
  }
  if (store.setting<PayoutInterval>('accountPayouts', 'daily') === 'manual') return;
  for (const { id, state, payouts } of store.all('accounts')) {
    const available = availableOf(store, id);
    if (state === 'ready' && payouts !== 'restricted' && available > 0) payAccount(call, id, available);
  }
}

/** Sends the platform's own money to its bank. */
function payPlatform(call: Call, amount: number): void {
  const payout = build(call, amount, {});
  const { id } = book(call.store, { type: 'payout', amount: -amount, source: payout.id, description: 'STRIPE PAYOUT' });
  call.emit('payout.paid', call.store.put('payouts', { ...payout, balance_transaction: id }));
}

/** Sends money of a connected account to its bank, as Stripe does on the account's schedule. */
export function payAccount(call: Call, account: string, amount: number): Stripe.Payout {
  const payout = call.store.put('payouts', build(call, amount, { account }));
  call.emit('payout.paid', payout, account);
  return payout;
}

/** The bank returns the money, and the connected account has it again. */
export function failPayout(call: Call, payout: Stripe.Payout): Stripe.Payout {
  const failed = call.store.change('payouts', payout.id, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  });
  call.emit('payout.failed', failed, payout.metadata?.account);
  return failed;
}

/** `metadata.account`: the stand-in keeps the account here; Stripe names it in the Stripe-Account header and in the event. */
function build(call: Call, amount: number, metadata: Record<string, string>): Stripe.Payout {
  const now = call.store.now();
  return {
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
    metadata,
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
  };
}
