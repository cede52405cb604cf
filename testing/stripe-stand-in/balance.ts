import type Stripe from 'stripe';
import { newId, type Store } from './store.ts';

const daySeconds = 24 * 3600;

/** Stripe's price of a card charge in the US: 2.9 % and 30 cents. */
export function feeOf(amountCents: number): number {
  return Math.round(amountCents * 0.029) + 30;
}

/** Books one change of the platform's balance. `daysPending`: until it is available. */
export function book(
  store: Store,
  movement: {
    type: Stripe.BalanceTransaction['type'];
    amount: number;
    fee?: number;
    feeDescription?: string;
    source: string;
    description: string | null;
    daysPending?: number;
  },
): Stripe.BalanceTransaction {
  const { fee = 0, daysPending = 0, feeDescription = 'Stripe processing fees', type, amount } = movement;
  const created = store.now();
  return store.put('movements', {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: created + daysPending * daySeconds,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: movement.description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: 'usd', description: feeDescription, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: reportingCategories[type] ?? type,
    source: movement.source,
    status: daysPending > 0 ? 'pending' : 'available',
    type,
  });
}

const reportingCategories: Partial<Record<string, string>> = { adjustment: 'dispute' };

/** The status depends on the time. */
export function current(store: Store, movement: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...movement, status: movement.available_on <= store.now() ? 'available' : 'pending' };
}

/** Stripe books a charge shortly after it has succeeded. Until then it shows no balance transaction. */
export function asShown(store: Store, charge: Stripe.Charge): Stripe.Charge {
  const bookedAt = charge.created + store.setting('bookedAfterSeconds', 0);
  return bookedAt > store.now() ? { ...charge, balance_transaction: null } : charge;
}

export function totals(store: Store): { available: number; pending: number } {
  const now = store.now();
  const sum = { available: 0, pending: 0 };
  for (const movement of store.all('movements'))
    sum[movement.available_on <= now ? 'available' : 'pending'] += movement.net;
  return sum;
}

/** The part of a connected account's balance that can go to its bank: not what comes from charges that are still pending. */
export function availableOf(store: Store, account: string): number {
  const now = store.now();
  let pending = 0;
  for (const { destination, amount, amount_reversed, balance_transaction } of store.all('transfers')) {
    const movement = store.get('movements', String(balance_transaction));
    if (destination === account && movement && movement.available_on > now) pending += amount - amount_reversed;
  }
  return totalOf(store, account) - pending;
}

/** The balance of a connected account: transfers without their reversals and without bank transfers that have not failed. */
export function totalOf(store: Store, account: string): number {
  let cents = 0;
  for (const transfer of store.all('transfers'))
    if (transfer.destination === account) cents += transfer.amount - transfer.amount_reversed;
  for (const payout of store.all('payouts'))
    if (payout.metadata?.account === account && payout.status !== 'failed' && payout.status !== 'canceled')
      cents -= payout.amount;
  return cents;
}
