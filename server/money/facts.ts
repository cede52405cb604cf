import type { DeclineKind, PayoutAccountState } from './card-processor.ts';

interface Payment {
  paymentId: string;
  subject: string;
  userId: string;
  amountCents: number;
  heldAccount: string;
}
interface Refund {
  refundId: string;
  paymentId: string;
  subject: string;
  userId: string;
  amountCents: number;
  reason: string;
  /** An admin chose the amount; the pool or its creator may keep a part of the payment. */
  byAdmin: boolean;
  /** The part that the creator owes, because the money was released before. */
  owedCents: number;
  /** How an admin paid it outside the card processor; null for refunds to the card. */
  outsideReason: string | null;
}
interface Dispute {
  disputeId: string;
  paymentId: string;
  subject: string;
  userId: string;
}
interface Payout {
  payoutId: string;
  userId: string;
  subject: string;
  amountCents: number;
}

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'payment.succeeded': Payment;
    'payment.failed': Payment & {
      attempt: number;
      kind: 'off_session' | 'hosted';
      declineKind: DeclineKind;
      declineCode: string;
      declineReason: string;
    };
    'card_setup.completed': { setupId: string; subject: string; userId: string; cardId: string };
    'card_setup.failed': { setupId: string; subject: string; userId: string; reason: string };
    'refund.succeeded': Refund;
    /**
     * The bank returned a completed refund to us. `isReleased`: the creator had the rest of the payment. `isEnding`: the rest is or was
     * refunded with the end of the pledge. `isDisputed`: an open dispute decides about the payment.
     */
    'refund.returned': Refund & { isReleased: boolean; isEnding: boolean; isDisputed: boolean };
    /** The processor refused. The money stays where it is. */
    'refund.failed': Refund & { failureReason: string };
    /** An admin holds the payouts of a person, or (`payouts.unheld`) sends them again. The person reads the reason. */
    'payouts.held': { userId: string; reason: string; at: number };
    'payouts.unheld': { userId: string; reason: string; at: number };
    /** A dispute is in the books. Published once for each, also if the payment cannot be frozen because it was refunded. */
    'dispute.recorded': Dispute;
    /** The share of a payment is frozen, or was released before; the bank has taken the money. */
    'dispute.opened': Dispute;
    /** The bank has returned the money. `isReleased`: to the creator, who had it before the dispute. */
    'dispute.won': Dispute & { isReleased: boolean };
    /** The fan has the money. `isPartial`: only a part of it, and the pool still holds the rest. */
    'dispute.lost': Dispute & { isPartial: boolean };
    /** The bank suspects fraud, and the setting wants a refund. */
    'payment.suspected': { paymentId: string; subject: string; userId: string };
    /** The creator's payout account is not ready, so the amount stays in their balance until it is. */
    'payout.waiting': Payout;
    'payout.paid': Payout;
    'payout.failed': Payout & { reason: string };
    /** `changedAt` is an ISO time. */
    /** The processor stopped or began again to send the account's balance to the creator's bank. `changedAt` is an ISO time. */
    'payout_account.bank_changed': { userId: string; processor: string; changedAt: string; isBlocked: boolean };
    /** The processor created the account of a creator who had to wait for the operator. They can enter their details now. */
    'payout_account.created_at_last': { userId: string; processor: string };
    /** The processor refuses something that only the operator can solve. Published once per problem. */
    'processor.problem': { problemId: string };
    /** Another account, or other bank details, replaced a creator's earlier ones. Their payouts wait until `heldUntil`, an ISO time. */
    'payout_account.replaced': { userId: string; processor: string; what: 'account' | 'bank'; heldUntil: string };
    'payout_account.changed': {
      userId: string;
      processor: string;
      changedAt: string;
      from: PayoutAccountState['status'];
      to: PayoutAccountState['status'];
    };
  }
}
