import type Stripe from 'stripe';
import type { CardProcessor, TransferState } from '#server/money/card-processor.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { TransferPurpose } from '#server/money/payouts/describe-transfer.ts';
import type { StripeContext } from './client.ts';
import { answer, orNull } from './faults.ts';
import { expanded, findListed, metadataOf, referenceOf } from './references.ts';

interface TransferRequest {
  accountRef: string;
  amountCents: number;
  /** The charge that the money comes from; without one it comes from the available balance. */
  chargeRef?: string | null;
  purpose?: TransferPurpose;
  reference: string;
  key: string;
}

interface ReversalRequest {
  transferRef: string;
  amountCents: number;
  reference: string;
  key: string;
}

/** Transfers to creators' accounts. Stripe pays them to the bank on its own schedule. */
export function payouts(context: StripeContext) {
  const { stripe } = context;
  return {
    defaultPayoutAccount: () => null,
    payOut: (request: TransferRequest) => answer('payOut', () => transfer(context, request)),
    lookUpPayout: ({ ref, reference }) =>
      answer('lookUpPayout', async () => {
        const match = ref
          ? await orNull(stripe.transfers.retrieve(ref))
          : await findListed(stripe.transfers.list({ transfer_group: reference, limit: 100 }), reference);
        return match && transferState(match);
      }),
    /** Takes money back from a creator's account. */
    reverseTransfer: ({ transferRef, amountCents, reference, key }: ReversalRequest) =>
      answer('reverseTransfer', async () => {
        const earlier = await findListed(stripe.transfers.listReversals(transferRef, { limit: 100 }), reference);
        if (earlier) return reversalState(earlier);
        const params = { amount: amountCents, metadata: metadataOf(reference) };
        return reversalState(await stripe.transfers.createReversal(transferRef, params, { idempotencyKey: key }));
      }),
    lookUpReversal: ({ transferRef, ref, reference }: { transferRef: string; ref: string | null; reference: string }) =>
      answer('lookUpReversal', async () => {
        const match = ref
          ? await orNull(stripe.transfers.retrieveReversal(transferRef, ref))
          : await findListed(stripe.transfers.listReversals(transferRef, { limit: 100 }), reference);
        return match && reversalState(match);
      }),
  } satisfies Pick<CardProcessor, 'defaultPayoutAccount' | 'payOut' | 'lookUpPayout'> & Record<string, unknown>;
}

/**
 * Looks for an earlier try first, because idempotency keys are forgotten after a day. A transfer that names its source charge succeeds
 * before the charge's money is available. Stripe puts it into the charge's transfer group, so we name no other.
 */
async function transfer(
  { stripe }: StripeContext,
  { accountRef, amountCents, chargeRef, purpose, reference, key }: TransferRequest,
): Promise<TransferState> {
  const charge = chargeRef ? await sourceOf(stripe, chargeRef) : null;
  const group = charge?.transfer_group ?? reference;
  const earlier = await findListed(stripe.transfers.list({ transfer_group: group, limit: 100 }), reference);
  if (earlier) return transferState(earlier);
  const created = await stripe.transfers.create(
    {
      amount: amountCents,
      currency: 'usd',
      destination: accountRef,
      metadata: { ...metadataOf(reference), ...(purpose ? poolMetadata(purpose) : {}) },
      ...(purpose ? { description: purpose.description } : {}),
      ...(charge ? { source_transaction: charge.id } : { transfer_group: reference }),
    },
    { idempotencyKey: key },
  );
  return transferState(created);
}

const poolMetadata = ({ poolId, poolTitle }: TransferPurpose) => ({ pool_id: poolId, pool_title: poolTitle });

async function sourceOf(stripe: Stripe, chargeRef: string): Promise<Stripe.Charge> {
  const intent = await stripe.paymentIntents.retrieve(chargeRef, { expand: ['latest_charge'] });
  const charge = expanded(intent.latest_charge);
  if (!charge) throw new ProcessorFault('refused', `${chargeRef} has no charge`);
  return charge;
}

/** Transfers have no states: the money has moved when the call answers. A reversal is a separate object. */
function transferState(transfer: Stripe.Transfer): TransferState {
  const { id: ref, amount: amountCents } = transfer;
  return { ref, reference: referenceOf(transfer) ?? '', amountCents, status: 'done' };
}

function reversalState(reversal: Stripe.TransferReversal): TransferState {
  const { id: ref, amount: amountCents } = reversal;
  return { ref, reference: referenceOf(reversal) ?? '', amountCents, status: 'done' };
}
