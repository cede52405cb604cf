import type Stripe from 'stripe';
import type { CardProcessor, TransferState } from '#server/money/card-processor.ts';
import { inUsd } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { answer, orNull } from './faults.ts';
import { findListed, metadataOf, referenceOf } from './references.ts';

/** Refunds to the card that paid. */
export function refunds({ stripe }: StripeContext): Pick<CardProcessor, 'refund' | 'lookUpRefund'> {
  const listOf = (chargeRef: string) =>
    stripe.refunds.list({ payment_intent: chargeRef, limit: 100, expand: ['data.balance_transaction'] });
  return {
    /**
     * Looks for an earlier try first: idempotency keys are forgotten after a day, and a refund may be repeated later, such as after a
     * restored backup.
     */
    refund: ({ chargeRef, amountCents, reference, key }) =>
      answer('refund', async () => {
        const earlier = await findListed(listOf(chargeRef), reference);
        if (earlier) return refundState(earlier);
        const params = {
          payment_intent: chargeRef,
          amount: amountCents,
          metadata: metadataOf(reference),
          expand: ['balance_transaction'],
        };
        return refundState(await stripe.refunds.create(params, { idempotencyKey: key }));
      }),
    // Refunds can be listed only by charge.
    lookUpRefund: ({ ref, chargeRef, reference }) =>
      answer('lookUpRefund', async () => {
        const match =
          ref === null ? null : await orNull(stripe.refunds.retrieve(ref, { expand: ['balance_transaction'] }));
        const refund = match ?? (chargeRef === null ? null : await findListed(listOf(chargeRef), reference));
        return refund && refundState(refund);
      }),
  };
}

const failures: Readonly<Record<string, string>> = {
  charge_for_pending_refund_disputed: 'The fan disputed the charge, so the bank returns the money.',
  declined: 'The fan’s bank declined the refund.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  insufficient_funds: 'The Stripe balance did not cover the refund.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  merchant_request: 'The refund was canceled in the Stripe dashboard.',
};

/** Stripe keeps the fee of the charge. Some payment methods and countries also cost a fee per refund. */
function costOf({ balance_transaction: transaction }: Stripe.Refund): number {
  return transaction && typeof transaction !== 'string' ? inUsd(transaction.fee, transaction) : 0;
}

/** A pending refund counts as under way: the bank can still return it. */
export function refundState(refund: Stripe.Refund): TransferState {
  const identity = { ref: refund.id, reference: referenceOf(refund) ?? '', amountCents: refund.amount };
  switch (refund.status) {
    case 'succeeded': {
      const costCents = costOf(refund);
      return { ...identity, status: 'done', ...(costCents > 0 ? { costCents } : {}) };
    }
    case 'failed':
    case 'canceled':
      return {
        ...identity,
        status: 'failed',
        reason: failures[refund.failure_reason ?? ''] ?? 'The card no longer takes refunds.',
      };
    default:
      return { ...identity, status: 'under_way' };
  }
}
