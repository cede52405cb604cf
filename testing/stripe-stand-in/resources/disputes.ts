import type Stripe from 'stripe';
import { book } from '../balance.ts';
import type { Call, Route } from '../call.ts';
import { object, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing } from '../refusal.ts';
import { newId } from '../store.ts';

/** Stripe's price of a dispute in the US. It is not returned, even when the dispute is won. */
const disputeFeeCents = 1500;
const daysToAnswer = 9;

const evidenceNames = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const withdraw = ({ store }: Call, id: string, charge: string, amount: number) =>
  book(store, {
    type: 'adjustment',
    amount: -amount,
    fee: disputeFeeCents,
    feeDescription: 'Dispute fee',
    source: id,
    description: `Chargeback withdrawal for ${charge}`,
  });

interface DisputeOptions {
  reason: string;
  /** In the currency of the dispute; a charge may have several disputes. */
  amount?: number | undefined;
  /** The balance still pays in US dollars, here one cent for each unit. */
  currency?: string | undefined;
  isInquiry?: boolean;
}

/** Opens a dispute on a charge and takes its amount and a fee from the balance. An inquiry takes nothing. */
export function openDispute(call: Call, charge: Stripe.Charge, options: DisputeOptions): Stripe.Dispute {
  const { store } = call;
  const { reason, amount = charge.amount, currency = charge.currency, isInquiry = false } = options;
  const id = newId('dp_');
  const movements = isInquiry ? [] : [withdraw(call, id, charge.id, amount)];
  const none = Object.fromEntries(evidenceNames.map((name) => [name, null]));
  const dispute = store.put('disputes', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: movements,
    charge: charge.id,
    created: store.now(),
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...none, enhanced_evidence: {} } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: store.now() + daysToAnswer * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    } as Stripe.Dispute.EvidenceDetails,
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: call.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network_reason_code: '10.4',
      },
      type: 'card',
    } as Stripe.Dispute.PaymentMethodDetails,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  if (!isInquiry) store.change('charges', charge.id, { disputed: true });
  call.emit('charge.dispute.created', dispute);
  if (!isInquiry) call.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** An inquiry becomes a chargeback: the same dispute takes the money now. */
export function escalateInquiry(call: Call, dispute: Stripe.Dispute): Stripe.Dispute {
  if (!dispute.status.startsWith('warning_')) throw invalid('This dispute is no inquiry.', 'dispute');
  const charge = String(dispute.charge);
  const escalated = call.store.change('disputes', dispute.id, {
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [withdraw(call, dispute.id, charge, dispute.amount)],
  });
  call.store.change('charges', charge, { disputed: true });
  call.emit('charge.dispute.updated', escalated);
  call.emit('charge.dispute.funds_withdrawn', escalated);
  return escalated;
}

/** The bank's decision. A won dispute returns the amount, not the fee. An inquiry is closed without a decision. */
export function closeDispute(call: Call, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status.startsWith('warning_')) {
    const closed = call.store.change('disputes', dispute.id, { status: 'warning_closed' });
    call.emit('charge.dispute.closed', closed);
    return closed;
  }
  if (dispute.status === 'won' || dispute.status === 'lost') return dispute;
  const back =
    status === 'won'
      ? [
          book(call.store, {
            type: 'adjustment',
            amount: dispute.amount,
            source: dispute.id,
            description: `Chargeback reversal for ${String(dispute.charge)}`,
          }),
        ]
      : [];
  const closed = call.store.change('disputes', dispute.id, {
    status,
    balance_transactions: [...dispute.balance_transactions, ...back],
  });
  if (status === 'won') call.emit('charge.dispute.funds_reinstated', closed);
  call.emit('charge.dispute.closed', closed);
  return closed;
}

export function warnOfFraud(call: Call, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  const warning = call.store.put('warnings', {
    id: newId('issfr_'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: call.store.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: call.livemode,
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
  });
  call.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

function findDispute(call: Call): Stripe.Dispute {
  const dispute = call.store.get('disputes', call.path.dispute ?? '');
  if (!dispute) throw missing('dispute', call.path.dispute ?? '');
  return dispute;
}

/** Stores evidence and, with `submit` (the default), sends it to the bank. */
function update(call: Call): Stripe.Dispute {
  const dispute = findDispute(call);
  const isInquiry = dispute.status === 'warning_needs_response';
  if (dispute.status !== 'needs_response' && !isInquiry)
    throw invalid('This dispute is no longer accepting evidence.', 'evidence');
  const evidence = { ...dispute.evidence, ...object(call.params, 'evidence') } as Stripe.Dispute.Evidence;
  const submits = text(call.params, 'submit') !== 'false';
  const updated = call.store.change('disputes', dispute.id, {
    evidence,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + (submits ? 1 : 0),
    },
    ...(submits ? { status: isInquiry ? ('warning_under_review' as const) : ('under_review' as const) } : {}),
  });
  call.emit('charge.dispute.updated', updated);
  return updated;
}

export const disputeRoutes: Route[] = [
  { method: 'GET', path: '/v1/disputes/{dispute}', run: findDispute },
  { method: 'POST', path: '/v1/disputes/{dispute}', run: update },
  {
    method: 'GET',
    path: '/v1/disputes',
    run(call) {
      const charge = text(call.params, 'charge');
      const payment = text(call.params, 'payment_intent');
      const rows = call.store
        .all('disputes')
        .filter(
          (dispute) => (!charge || dispute.charge === charge) && (!payment || dispute.payment_intent === payment),
        );
      return page('/v1/disputes', call.params, rows);
    },
  },
  {
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings/{early_fraud_warning}',
    run(call) {
      const warning = call.store.get('warnings', call.path.early_fraud_warning ?? '');
      if (!warning) throw missing('early_fraud_warning', call.path.early_fraud_warning ?? '');
      return warning;
    },
  },
  {
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings',
    run(call) {
      const charge = text(call.params, 'charge');
      const rows = call.store.all('warnings').filter((warning) => !charge || warning.charge === charge);
      return page('/v1/radar/early_fraud_warnings', call.params, rows);
    },
  },
];
