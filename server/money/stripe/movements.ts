import type Stripe from 'stripe';
import type { CardProcessor, Movement } from '#server/money/card-processor.ts';
import { inUsd } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { answer } from './faults.ts';
import { referenceOf } from './references.ts';

export function movements({ stripe }: StripeContext): Pick<CardProcessor, 'listMovements'> {
  return {
    listMovements: (since) =>
      answer('listMovements', async () => {
        const found: Movement[] = [];
        const created = { gte: Math.floor(since.getTime() / 1000) };
        for await (const transaction of stripe.balanceTransactions.list({
          created,
          limit: 100,
          expand: ['data.source'],
        })) {
          found.push(...movementsOf(transaction));
        }
        return found;
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

/**
 * The movements of one balance transaction: its amount, and its fee as one of its own. None for the operator's own business with
 * Stripe, such as bank payouts, top-ups, reserves and Stripe's monthly fees, which are not part of our books.
 */
export function movementsOf(transaction: Stripe.BalanceTransaction): Movement[] {
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

function sourceReference(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return null;
  if (source.object === 'dispute') return `dispute:${source.id}`;
  return 'metadata' in source ? referenceOf(source) : null;
}
