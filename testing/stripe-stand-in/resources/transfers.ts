import type Stripe from 'stripe';
import { book, totalOf, totals } from '../balance.ts';
import { type Call, cents, needed, type Route } from '../call.ts';
import { metadata, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId, type Store } from '../store.ts';
import { findCharge } from './charges.ts';
import { platformOf } from './platform-account.ts';

const eea = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE';

/** Countries among which transfers cross borders. https://docs.stripe.com/connect/account-capabilities#transfers-cross-border */
const corridor = new Set([...eea.split(' '), 'CA', 'CH', 'GB', 'US']);

/** Whether a platform's transfers reach accounts of a country. Stripe answers this when it is asked for the transfer, and not before. */
function canTransfer(platform: string, destination: string): boolean {
  return platform === destination || (corridor.has(platform) && corridor.has(destination));
}

function refuseUnready(call: Call, destination: string): void {
  const account = call.store.get('accounts', destination);
  if (!account) throw missing('destination', destination, 'destination');
  if (account.state !== 'ready')
    throw new Refusal(400, {
      code: 'insufficient_capabilities_for_transfer',
      message:
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    });
  const country = account.account.identity?.country?.toUpperCase() ?? '';
  if (!canTransfer(platformOf(call.store).country, country))
    throw new Refusal(400, {
      code: 'transfers_not_allowed',
      message: `Funds can't be sent to accounts located in ${country} because it's restricted outside of your platform's region. Learn more at https://stripe.com/docs/connect/account-capabilities#transfers-cross-border.`,
      param: 'destination',
    });
}

/**
 * A transfer with a source charge may use money that is not available yet, up to the amount of the charge. Once that money is available,
 * it must still be there: automatic bank payouts take it.
 */
function refuseUncovered(call: Call, amount: number, source: Stripe.Charge | null): void {
  const { store } = call;
  const isPending = source ? pendingUntil(store, source) > store.now() : false;
  if (!isPending && totals(store).available < amount)
    throw new Refusal(400, {
      code: 'balance_insufficient',
      message: 'You have insufficient available funds in your Stripe account.',
    });
  if (!source) return;
  if (source.status !== 'succeeded') throw invalid('The source charge has not succeeded.', 'source_transaction');
  const used = store
    .all('transfers')
    .filter((transfer) => transfer.source_transaction === source.id)
    .reduce((sum, transfer) => sum + transfer.amount, 0);
  if (used + amount > source.amount)
    throw invalid(
      `The transfers from source transaction ${source.id} cannot exceed its amount.`,
      'amount',
      'amount_too_large',
    );
}

/** When the money of a charge is available, as a Unix time. */
const pendingUntil = (store: Store, charge: Stripe.Charge) =>
  store.get('movements', String(charge.balance_transaction))?.available_on ?? 0;

function create(call: Call): Stripe.Transfer {
  const { store, params } = call;
  const amount = cents(call, 'amount');
  if (needed(call, 'currency') !== 'usd') throw invalid('The stand-in takes US dollars only.', 'currency');
  const destination = needed(call, 'destination');
  refuseUnready(call, destination);
  const sourceId = text(params, 'source_transaction');
  const source = sourceId ? findCharge(call, sourceId, 'source_transaction') : null;
  refuseUncovered(call, amount, source);
  const id = newId('tr_');
  const description = text(params, 'description');
  const pending = source ? pendingUntil(store, source) : 0;
  const movement = book(store, {
    type: 'transfer',
    amount: -amount,
    source: id,
    description,
    daysPending: Math.max(0, (pending - store.now()) / 86_400),
  });
  const transfer = store.put('transfers', {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: movement.id,
    created: store.now(),
    currency: 'usd',
    description,
    destination,
    destination_payment: newId('py_'),
    livemode: call.livemode,
    metadata: metadata(params),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: text(params, 'transfer_group') ?? source?.transfer_group ?? null,
  });
  call.emit('transfer.created', transfer);
  return transfer;
}

function findTransfer(call: Call): Stripe.Transfer {
  const transfer = call.store.get('transfers', call.path.transfer ?? '');
  if (!transfer) throw missing('transfer', call.path.transfer ?? '');
  return transfer;
}

function reverse(call: Call): Stripe.TransferReversal {
  const { store } = call;
  const transfer = findTransfer(call);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = text(call.params, 'amount') === null ? left : cents(call, 'amount');
  if (amount > left || left === 0) throw invalid('The reversal is larger than what is left of the transfer.', 'amount');
  const allowsDebt = store.setting('negativeBalances', false);
  if (!allowsDebt && totalOf(store, transfer.destination as string) < amount)
    throw new Refusal(400, {
      code: 'balance_insufficient',
      message: 'Insufficient funds in Stripe account of the destination to reverse this transfer.',
    });
  const id = newId('trr_');
  const movement = book(store, {
    // The name of a transfer's reversal on the platform's balance.
    type: 'transfer_refund',
    amount,
    source: id,
    description: `REFUND FOR TRANSFER (${transfer.description ?? transfer.id})`,
  });
  const reversal = store.put('reversals', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement.id,
    created: store.now(),
    currency: 'usd',
    destination_payment_refund: newId('pyr_'),
    metadata: metadata(call.params),
    source_refund: null,
    transfer: transfer.id,
  });
  const amountReversed = transfer.amount_reversed + amount;
  const changed = store.change('transfers', transfer.id, {
    amount_reversed: amountReversed,
    reversed: amountReversed === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data].slice(0, 10) },
  });
  call.emit('transfer.reversed', changed);
  return reversal;
}

export const transferRoutes: Route[] = [
  { method: 'POST', path: '/v1/transfers', movesMoney: true, run: create },
  {
    method: 'GET',
    path: '/v1/transfers',
    run(call) {
      const group = text(call.params, 'transfer_group');
      const destination = text(call.params, 'destination');
      const rows = call.store
        .all('transfers')
        .filter(
          (transfer) =>
            (!group || transfer.transfer_group === group) && (!destination || transfer.destination === destination),
        );
      return page('/v1/transfers', call.params, rows);
    },
  },
  { method: 'GET', path: '/v1/transfers/{transfer}', run: findTransfer },
  { method: 'POST', path: '/v1/transfers/{transfer}/reversals', movesMoney: true, run: reverse },
  {
    method: 'GET',
    path: '/v1/transfers/{transfer}/reversals',
    run(call) {
      const transfer = findTransfer(call);
      const rows = call.store.all('reversals').filter((reversal) => reversal.transfer === transfer.id);
      return page(`/v1/transfers/${transfer.id}/reversals`, call.params, rows);
    },
  },
  {
    method: 'GET',
    path: '/v1/transfers/{transfer}/reversals/{id}',
    run(call) {
      const reversal = call.store.get('reversals', call.path.id ?? '');
      if (!reversal) throw missing('transfer_reversal', call.path.id ?? '');
      return reversal;
    },
  },
];
