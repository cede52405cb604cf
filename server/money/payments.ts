import type { ChargeState, Decline, DeclineKind } from './card-port.ts';

/** One attempt to charge, as its row says. */
export interface Payment {
  id: string;
  subject: string;
  attempt: number;
  userId: string;
  heldAccount: `held:${string}`;
  kind: 'off_session' | 'hosted';
  amountCents: number;
  /** What the processor shows it is for; the same words at every try. */
  description: string;
  processor: string;
  cardId: string | null;
  /** Also our reference at the processor. */
  idempotencyKey: string;
  processorRef: string | null;
  sessionRef: string | null;
  url: string | null;
  /** Where the hosted page sends the fan; null for a saved card. */
  successUrl: string | null;
  cancelUrl: string | null;
  status: PaymentStatus;
  declineCode: string | null;
  declineReason: string | null;
  declineKind: DeclineKind | null;
  costCents: number;
  refundedCents: number;
  claimedBy: string | null;
  createdAt: Date;
}

/**
 * `created`: no saved card can have been charged, but the fan may have paid on the hosted page; `processing`: the processor was or may
 * have been told to charge.
 */
export type PaymentStatus = 'created' | 'processing' | 'succeeded' | 'failed' | 'stray';

/** What came of a charge. `unsettled`: not known yet; webhooks and the reconciler settle it, and asking again is safe. */
export type PaymentOutcome =
  | { status: 'succeeded'; paymentId: string }
  | { status: 'failed'; paymentId: string; decline: Decline }
  | { status: 'unsettled'; paymentId: string };

export type Change =
  | { to: 'same' }
  | { to: 'processing'; chargeRef: string }
  | { to: 'succeeded' | 'stray'; chargeRef: string; costCents: number }
  | { to: 'failed'; chargeRef: string | null; decline: Decline };

/**
 * What the processor's word changes. Monotone: money that came in outranks a failure, whatever arrives first, late or twice; an
 * attempt given up for another one (`otherLive`) that was charged after all is a stray.
 */
export function decidePayment(current: PaymentStatus, state: ChargeState, otherLive: boolean): Change {
  const settled = current === 'succeeded' || current === 'stray';
  if (settled || state.status === 'open') return { to: 'same' };
  if (state.status === 'succeeded') {
    if (state.chargeRef === null) throw new Error(`${state.reference} succeeded without a charge`);
    const to = current === 'failed' && otherLive ? 'stray' : 'succeeded';
    return { to, chargeRef: state.chargeRef, costCents: state.costCents };
  }
  if (current === 'failed') return { to: 'same' };
  if (state.status === 'failed') return { to: 'failed', chargeRef: state.chargeRef, decline: state.decline };
  return current === 'processing' || state.chargeRef === null
    ? { to: 'same' }
    : { to: 'processing', chargeRef: state.chargeRef };
}

/** Whether the attempt may still be charged. */
export function isLive({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'created' || status === 'processing';
}

export function outcomeOf(payment: Payment): PaymentOutcome {
  const paymentId = payment.id;
  if (payment.status === 'succeeded') return { status: 'succeeded', paymentId };
  if (isLive(payment)) return { status: 'unsettled', paymentId };
  const decline: Decline = {
    kind: payment.declineKind ?? 'abandoned',
    code: payment.declineCode ?? 'abandoned',
    reason: payment.declineReason ?? 'This payment was not finished.',
  };
  return { status: 'failed', paymentId, decline };
}

/** The processor refused to open a payment page, so that the fan entered no card. */
export const notOpened: Decline = {
  kind: 'abandoned',
  code: 'not_accepted',
  reason: 'The payment page could not be opened. Please try again.',
};

/** The processor did not take the request at all, so that no card was charged. */
export const notTaken: Decline = {
  kind: 'hard',
  code: 'not_accepted',
  reason: 'The card processor did not accept this card. Please use another one.',
};
