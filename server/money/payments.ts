import { inEnglish, msg } from '#contract/language/text.ts';
import type { ChargeState, Decline, DeclineKind } from './card-processor.ts';

/** One attempt to charge: a row of `payments`. */
export interface Payment {
  id: string;
  subject: string;
  attempt: number;
  userId: string;
  heldAccount: `held:${string}`;
  kind: 'off_session' | 'hosted';
  amountCents: number;
  /** Shown to the fan by the processor; the same text at every try. */
  description: string;
  processor: string;
  cardId: string | null;
  /** Also our reference at the processor. */
  idempotencyKey: string;
  processorRef: string | null;
  sessionRef: string | null;
  url: string | null;
  /** Where the hosted page returns the fan to; null for a saved card. */
  successUrl: string | null;
  cancelUrl: string | null;
  /** The payer's language when the attempt began; null for attempts of earlier versions. */
  pageLocale: string | null;
  status: PaymentStatus;
  declineCode: string | null;
  declineReason: string | null;
  declineKind: DeclineKind | null;
  costCents: number;
  refundedCents: number;
  /** The cents that lost disputes took. */
  lostCents: number;
  /** The part of `refundedCents` and `lostCents` that went back after the release. */
  returnedCents: number;
  /** The cents that were refunded before the release and came back after it. They are held. */
  regainedCents: number;
  claimedBy: string | null;
  createdAt: Date;
}

/**
 * `created`: no saved card was charged, but the fan may have paid on the hosted page. `processing`: we may have asked the processor to
 * charge. `stray`: a second charge for a subject that has another live attempt; it is refunded.
 */
export type PaymentStatus = 'created' | 'processing' | 'succeeded' | 'failed' | 'stray';

/** The outcome of a charge. `unsettled`: not known yet; webhooks and the reconciler settle it, and repeating the call is safe. */
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
 * Decides how a state of the processor changes an attempt. Monotone: success outranks failure in whatever order states arrive, and
 * repeated states change nothing. A failed attempt that was charged after all while another one is live (`otherLive`) is a stray.
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

/** The reason why an attempt failed. If the server canceled the charge because the processor refused it, the refusal is the reason. */
export function chooseDecline(
  { declineKind, declineCode, declineReason }: Pick<Payment, 'declineKind' | 'declineCode' | 'declineReason'>,
  decline: Decline,
): Decline {
  if (decline.kind !== 'abandoned' || !declineKind || !declineCode || !declineReason) return decline;
  return { kind: declineKind, code: declineCode, reason: declineReason };
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
    reason: payment.declineReason ?? inEnglish(msg`This payment wasn’t completed.`),
  };
  return { status: 'failed', paymentId, decline };
}

/** The processor refused to open a payment page, so the fan entered no card. */
export const pageNotOpened: Decline = {
  kind: 'abandoned',
  code: 'not_accepted',
  reason: inEnglish(msg`The payment page couldn’t be opened. Nothing was charged. Try again.`),
};

/** An admin froze the pool before the charge began. */
export const endedByFreeze: Decline = {
  kind: 'abandoned',
  code: 'pool_frozen',
  reason: inEnglish(msg`An admin froze the pool. Nothing was charged.`),
};

/** The creator's payout account stopped being ready before the charge began. */
export const endedByAccount: Decline = {
  kind: 'abandoned',
  code: 'creator_not_payable',
  reason: inEnglish(msg`The creator could not be paid. Nothing was charged.`),
};

/** The processor refused the request because it no longer has the card. */
export const cardMissing: Decline = {
  kind: 'hard',
  code: 'not_accepted',
  reason: inEnglish(msg`The saved card can no longer be charged. Please use another one.`),
};

/** The processor refused the request, so it charged no card. */
export const processorRefused: Decline = {
  kind: 'hard',
  code: 'not_accepted',
  reason: inEnglish(msg`The card processor didn’t accept this card. Use another card.`),
};
