import type Stripe from 'stripe';
import {
  type DisputeEvidence,
  type DisputeState,
  type Disputes,
  type FraudWarning,
  ProcessorFault,
} from '#server/money/card-processor.ts';
import { inUsd } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, isInvalidRequest, orNull } from './faults.ts';
import { idOf } from './references.ts';

/** Another system of the same account may charge without a PaymentIntent. Disputes and warnings of such a charge are not ours. */
const isOurs = ({ payment_intent }: Stripe.Dispute | Stripe.Radar.EarlyFraudWarning) => Boolean(payment_intent);

const since = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: 100 });

/** Disputes of charges and Stripe's early fraud warnings. */
export function disputes({ stripe }: StripeContext): Disputes {
  return {
    lookUpDispute: (disputeRef) =>
      answer('lookUpDispute', async () => {
        const dispute = await orNull(stripe.disputes.retrieve(disputeRef));
        return dispute && isOurs(dispute) ? disputeState(dispute) : null;
      }),
    listDisputes: (time) =>
      answer('listDisputes', async () => {
        const states: DisputeState[] = [];
        for await (const dispute of stripe.disputes.list(since(time))) {
          if (isOurs(dispute)) states.push(disputeState(dispute));
        }
        return states;
      }),
    submitEvidence: ({ disputeRef, evidence, key }) =>
      answer('submitEvidence', async () => {
        const params = { evidence: evidenceOf(evidence), submit: true };
        const submit = (idempotencyKey: string) => stripe.disputes.update(disputeRef, params, { idempotencyKey });
        const findSubmitted = async () => {
          const dispute = await stripe.disputes.retrieve(disputeRef);
          return isSubmitted(dispute) ? dispute : null;
        };
        try {
          return disputeState(await createOnce(key, submit, findSubmitted));
        } catch (error) {
          // An earlier call may have sent the evidence.
          const submitted = isInvalidRequest(error) ? await findSubmitted() : null;
          if (!submitted) throw error;
          return disputeState(submitted);
        }
      }),
    lookUpFraudWarning: (warningRef) =>
      answer('lookUpFraudWarning', async () => {
        const warning = await orNull(stripe.radar.earlyFraudWarnings.retrieve(warningRef));
        return warning && isOurs(warning) ? fraudWarning(warning) : null;
      }),
    listFraudWarnings: (time) =>
      answer('listFraudWarnings', async () => {
        const warnings: FraudWarning[] = [];
        for await (const warning of stripe.radar.earlyFraudWarnings.list(since(time))) {
          if (isOurs(warning)) warnings.push(fraudWarning(warning));
        }
        return warnings;
      }),
  };
}

/** Whether the bank has evidence. A dispute that was an inquiry counts the answer to the inquiry as well, and still needs its own. */
function isSubmitted(dispute: Stripe.Dispute): boolean {
  return dispute.evidence_details.submission_count > 0 && statusOf(dispute) !== 'needs_response';
}

/** An inquiry (`warning_…`) asks for evidence like a dispute but has taken no money; a closed one counts as won. */
export function disputeState(dispute: Stripe.Dispute): DisputeState {
  const chargeRef = idOf(dispute.payment_intent);
  if (!chargeRef) throw new ProcessorFault('unknown', `${dispute.id} has no payment intent`);
  const status = statusOf(dispute);
  const { due_by } = dispute.evidence_details;
  return {
    disputeRef: dispute.id,
    chargeRef,
    amountCents: dispute.amount,
    feeCents: dispute.balance_transactions.reduce((sum, one) => sum + inUsd(one.fee, one), 0),
    reason: dispute.reason,
    status,
    dueAt: status === 'needs_response' && due_by ? new Date(due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
    inquiry: dispute.status.startsWith('warning_'),
    ...(dispute.currency === 'usd' ? {} : { otherCurrency: dispute.currency }),
  };
}

function statusOf({ status, balance_transactions }: Stripe.Dispute): DisputeState['status'] {
  switch (status) {
    case 'won':
    case 'warning_closed':
      return 'won';
    case 'lost':
      return 'lost';
    case 'prevented':
      // The card network may have returned the money to the fan.
      return balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won';
    case 'under_review':
    case 'warning_under_review':
    // The bank decides again. Our evidence form is about the first decision.
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'under_review';
    default:
      return 'needs_response';
  }
}

/** Stripe takes at most 20,000 characters in each text field. */
const maxText = 20_000;

export function evidenceOf(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const { productDescription, customerName, customerEmail, serviceDate, receipt, terms, accessLog } = evidence;
  return {
    product_description: productDescription.slice(0, maxText),
    ...(customerName !== null && { customer_name: customerName }),
    ...(customerEmail !== null && { customer_email_address: customerEmail }),
    access_activity_log: accessLog.slice(0, maxText),
    // The fields for receipts and policies take uploaded files. These two take text.
    refund_policy_disclosure: terms.slice(0, maxText),
    uncategorized_text: receipt.slice(0, maxText),
    ...(serviceDate && { service_date: serviceDate.toISOString().slice(0, 10) }),
  };
}

function fraudWarning(warning: Stripe.Radar.EarlyFraudWarning): FraudWarning {
  const chargeRef = idOf(warning.payment_intent);
  if (!chargeRef) throw new ProcessorFault('unknown', `${warning.id} has no payment intent`);
  return { warningRef: warning.id, chargeRef, actionable: warning.actionable };
}
