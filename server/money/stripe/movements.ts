import type Stripe from 'stripe';
import type { CardProcessor, Movement } from '#server/money/card-processor.ts';
import { inUsd } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { answer } from './faults.ts';
import { idOf, referenceOf } from './references.ts';

export function movements({ stripe }: StripeContext): Pick<CardProcessor, 'listMovements'> {
  return {
    listMovements: (since) =>
      answer('listMovements', async () => {
        const movements: Movement[] = [];
        const created = { gte: Math.floor(since.getTime() / 1000) };
        for await (const transaction of stripe.balanceTransactions.list({
          created,
          limit: 100,
          expand: ['data.source'],
        })) {
          movements.push(...movementsOf(transaction));
        }
        return movements;
      }),
  };
}

const kinds: Readonly<Record<string, string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  payment_reversal: 'refund',
  refund_failure: 'refund_failure',
  payment_failure_refund: 'refund_failure',
  transfer: 'payout',
  transfer_refund: 'reversal',
  transfer_cancel: 'reversal',
  transfer_failure: 'reversal',
  adjustment: 'adjustment',
};

/** Stripe keeps a part of our balance, or gives it back. */
const reserveTypes = new Set([
  'reserve_transaction',
  'reserved_funds',
  'reserve_hold',
  'reserve_release',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
]);

/**
 * The movements of one balance transaction: its amount, and its fee as a separate one. None for the operator's own business with
 * Stripe, such as bank payouts, top-ups and Stripe's monthly fees, which are not part of our books.
 */
export function movementsOf(transaction: Stripe.BalanceTransaction): Movement[] {
  const own = ownMovement(transaction);
  if (own) return [own];
  const kind = kinds[transaction.type];
  if (!kind) return [];
  const reference = sourceReference(transaction.source);
  // Adjustments without a source are corrections between the operator and Stripe.
  if (kind === 'adjustment' && reference === null) return [];
  const isDispute = reference?.startsWith('dispute:') ?? false;
  const amountCents = inUsd(transaction.amount, transaction);
  const feeCents = inUsd(transaction.fee, transaction);
  const main: Movement = { reference, kind: isDispute ? 'dispute' : kind, amountCents };
  if (feeCents === 0) return [main];
  return [main, { reference, kind: isDispute ? 'dispute_cost' : 'cost', amountCents: -feeCents }];
}

/** A movement that Stripe makes on its own: a reserve, or money that it collects from us for a creator's negative balance. */
function ownMovement(transaction: Stripe.BalanceTransaction): Movement | undefined {
  const { id, type, source, balance_type } = transaction;
  const amountCents = inUsd(transaction.amount, transaction);
  if (reserveTypes.has(type)) {
    // The reserve is a balance as well, with the opposite movement.
    if (balance_type === 'risk_reserved') return undefined;
    return { reference: `reserve:${id}`, kind: 'reserve', amountCents };
  }
  if (type !== 'connect_collection_transfer') return undefined;
  const isObject = typeof source === 'object' && source?.object === 'connect_collection_transfer';
  const accountRef = isObject ? idOf(source.destination) : null;
  return { reference: `collection:${id}`, kind: 'collection', amountCents, ...(accountRef ? { accountRef } : {}) };
}

function sourceReference(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return null;
  if (source.object === 'dispute') return `dispute:${source.id}`;
  return 'metadata' in source ? referenceOf(source) : null;
}
