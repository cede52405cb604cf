import type { IncomingHttpHeaders } from 'node:http';
import type { RawRoutes } from '#server/platform/http/request-context.ts';
import type { TransferPurpose } from './payouts/describe-transfer.ts';

export { type ProcessorAnswer, ProcessorFault } from './processor-fault.ts';

/**
 * The card processor, as Fanfare uses it. Amounts are integer US cents. `key` is our idempotency key: the same key with the same
 * request returns the same answer and moves money once. `reference` is our name for the object ("payment:ID"). The processor stores it,
 * so that we can find the object after an answer was lost. Every method may throw ProcessorFault and nothing else. Do not call any of
 * them while a transaction is open.
 */
export interface CardProcessor {
  /** The value of the `processor` columns, and part of the webhook URL. */
  readonly name: string;
  /** True while no real money moves; pages then show a notice. */
  readonly testMode: boolean;
  /** True if the processor limits how long we may hold money before we pay it out (HOLDING_LIMIT_DAYS). */
  readonly limitsHolding?: boolean;
  /** True if the processor's rules forbid payments for adult content. No object of an adult pool is created there. */
  readonly forbidsAdult: boolean;
  /** True if all its cards are invented, as those of the sandbox, so that no one can test stolen ones. */
  readonly inventsCards?: boolean;
  /** Routes of the hosted pages of a built-in processor. */
  readonly pages?: RawRoutes;

  createCustomer(request: { userId: string; key: string }): Promise<{ customerRef: string }>;
  /** Opens a hosted page on which the fan saves a card for later charges. */
  startCardSetup(request: SessionRequest): Promise<{ sessionRef: string; url: string }>;
  /** Null when the processor does not know it. */
  lookUpSetup(by: { sessionRef: string | null; reference: string }): Promise<SetupState | null>;
  /** The card as it is now, because banks renew cards under the same reference. Null when the processor does not know it. */
  lookUpCard(cardRef: string): Promise<CardDetails | null>;
  /** Deletes the customer with all saved cards. Refunds of earlier payments stay possible. Repeating the call is harmless. */
  forgetCustomer(request: { customerRef: string }): Promise<void>;
  /** Removes the card at the processor, so that it can no longer be charged. */
  forgetCard(request: { cardRef: string }): Promise<void>;

  /** First of two steps: creates the charge without moving money. The caller stores its id before `confirmCharge`. */
  createCharge(request: ChargeRequest): Promise<{ chargeRef: string }>;
  /** Charges the card off-session: the customer is not present. */
  confirmCharge(request: { chargeRef: string; key: string }): Promise<ChargeState>;
  /**
   * Cancels a charge that is not confirmed yet. A concurrent confirmation either wins or fails. A charge that has already ended does not
   * change. Returns the resulting state. Takes no idempotency key because repeating the call is harmless.
   */
  cancelCharge(chargeRef: string): Promise<ChargeState>;
  /** Opens a hosted page on which the fan pays one amount. */
  startPayment(request: SessionRequest & { amountCents: number }): Promise<{ sessionRef: string; url: string }>;
  /** Finds a charge by the first known of: charge, session, reference. Null when the processor does not know it. */
  lookUpCharge(by: {
    chargeRef: string | null;
    sessionRef: string | null;
    reference: string;
  }): Promise<ChargeState | null>;
  /** Closes the page, so that it takes no payment. A session that has already ended does not change; look it up afterwards. */
  closeSession(sessionRef: string): Promise<void>;

  /** Refunds an amount of a charge to the card that paid. Refuses more than what earlier refunds left. */
  refund(request: { chargeRef: string; amountCents: number; reference: string; key: string }): Promise<TransferState>;
  /**
   * Finds a refund by its own id or by our reference. With `chargeRef` it must find every refund of that charge by our reference; without
   * one, an adapter that can list refunds only by charge may return null for a refund whose id we do not know.
   */
  lookUpRefund(by: { ref: string | null; chargeRef: string | null; reference: string }): Promise<TransferState | null>;

  /** The payout account that every creator has without onboarding; null if the processor requires onboarding. */
  defaultPayoutAccount(userId: string): { accountRef: string } | null;
  /**
   * Transfers money to a payout account. `chargeRef` is the charge that it comes from; null when it comes from no single one. `purpose` is
   * what the processor shows about it. A repeated key has the same purpose.
   */
  payOut(request: {
    accountRef: string;
    amountCents: number;
    chargeRef: string | null;
    purpose?: TransferPurpose;
    reference: string;
    key: string;
  }): Promise<TransferState>;
  lookUpPayout(by: { ref: string | null; reference: string }): Promise<TransferState | null>;
  /** Takes money of a completed transfer back from the payout account. */
  reverseTransfer(request: {
    transferRef: string;
    amountCents: number;
    reference: string;
    key: string;
  }): Promise<TransferState>;
  lookUpReversal(by: { transferRef: string; ref: string | null; reference: string }): Promise<TransferState | null>;

  /** The changes of our balance at the processor since a time, by our references. */
  listMovements(since: Date): Promise<Movement[]>;
  /** Missing when every creator has a payout account from the start. */
  readonly onboarding?: PayoutOnboarding;
  /** Missing when fans cannot dispute charges. */
  readonly disputes?: Disputes;
  /** Asks the processor whether this installation can take money: keys, capabilities, webhooks. For `cli doctor`. */
  selfTest?(): Promise<SelfTestResult[]>;
  /** Returns the account that our key belongs to. Missing where a key has no account. */
  readAccount?(): Promise<string>;
  /** Verifies the signature. Throws AppError `webhook_signature` or `validation_failed`. */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProcessorEvent>;
}

export interface SelfTestResult {
  name: string;
  ok: boolean;
  /** One sentence: what holds, or what the operator should do. */
  message: string;
}

export interface SessionRequest {
  customerRef: string;
  reference: string;
  /** Shown on the page: what the fan pays or saves the card for. */
  description: string;
  successUrl: string;
  cancelUrl: string;
  /** The fan's language, as contract/language names it. Null: the processor chooses. A repeated key has the same language. */
  locale: string | null;
  key: string;
}

export interface ChargeRequest {
  customerRef: string;
  cardRef: string;
  amountCents: number;
  reference: string;
  description: string;
  key: string;
}

export interface CardDetails {
  cardRef: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/**
 * soft: a later try may succeed; hard: a later try will fail; needs_action: the customer must approve the payment; abandoned: the fan
 * left the page, or the charge was canceled.
 */
export type DeclineKind = 'soft' | 'hard' | 'needs_action' | 'abandoned';

export interface Decline {
  kind: DeclineKind;
  code: string;
  /** Text for the fan: why, and what to do about it where that differs from the kind. */
  reason: string;
}

export type SetupState =
  | { status: 'open' }
  | { status: 'completed'; reference: string; card: CardDetails }
  | { status: 'failed'; reference: string; reason: string };

interface ChargeIdentity {
  reference: string;
  amountCents: number;
  /** Null until the fan pays on the hosted page. */
  chargeRef: string | null;
}
export type ChargeState = ChargeIdentity &
  (
    | { status: 'open'; sessionRef: string | null; url: string | null }
    | { status: 'processing' }
    | { status: 'succeeded'; costCents: number }
    | { status: 'failed'; decline: Decline }
  );

/** A refund, a payout, or the reversal of a payout. */
export type TransferState = { ref: string; reference: string; amountCents: number } & (
  | { status: 'under_way' }
  /** `costCents`: what the processor charges for a refund; absent for none. */
  | { status: 'done'; costCents?: number }
  | { status: 'failed'; reason: string }
);

export interface Movement {
  /**
   * Null for a movement that we did not cause and do not book. "reserve:ID": the processor moved a part of our balance into a reserve, or
   * back. "collection:ID": it took money from us for the negative balance of a payout account.
   */
  reference: string | null;
  kind: string;
  /** Of a collection: the payout account. */
  accountRef?: string;
  /** Positive when our balance grows. */
  amountCents: number;
}

/** Creators enter their details on the processor's hosted pages before it pays out to them. */
export interface PayoutOnboarding {
  /**
   * The countries whose creators this adapter can pay, ISO 3166-1 alpha-2. Creators choose among these, so that no fan pays for a
   * pool whose creator the processor then refuses to pay.
   */
  readonly countries: readonly string[];
  createAccount(request: {
    userId: string;
    email: string;
    displayName: string;
    country: string;
    /** The creator's public page on this site; missing while no one outside can open it. */
    pageUrl?: string | undefined;
    key: string;
  }): Promise<{ accountRef: string }>;
  /** Opens the hosted page on which the creator enters what the processor asks for. The URL works once. */
  startOnboarding(request: { accountRef: string; returnUrl: string; refreshUrl: string }): Promise<{ url: string }>;
  /** Opens the processor's dashboard, where the creator sees bank transfers and changes details. The URL works once. */
  openDashboard(accountRef: string): Promise<{ url: string }>;
  /** Null when the processor does not know it. */
  lookUpAccount(accountRef: string): Promise<PayoutAccountState | null>;
}

export interface PayoutAccountState {
  accountRef: string;
  /** pending: the creator has not entered everything, or the processor is checking it. restricted: the processor pays out no longer. */
  status: 'ready' | 'pending' | 'restricted';
  /** The processor closed or rejected the account permanently. Its status is `restricted`. */
  isClosed?: boolean;
  /** The details that the processor asks the creator for, in its own terms. */
  requirements: { code: string; dueAt: Date | null }[];
  /**
   * Set while the processor does not send the balance of a ready account to the creator's bank: in its words, if it says why. Transfers
   * still reach the account.
   */
  bankBlocked?: { reason: string | null };
  /** Identifies the bank details without containing them; absent before the creator has entered them, and if the processor does not tell. */
  bankPrint?: string;
}

/** A fan disputes a charge at their bank. The processor takes the amount and a fee from our balance until the dispute is won. */
export interface Disputes {
  /** Null when the processor does not know it, or another system of its account made the charge. */
  lookUpDispute(disputeRef: string): Promise<DisputeState | null>;
  /** The disputes that opened since a time, so that the reconciler finds those whose webhook was lost. */
  listDisputes(since: Date): Promise<DisputeState[]>;
  /** Sends the evidence to the bank. It can be sent once. */
  submitEvidence(request: { disputeRef: string; evidence: DisputeEvidence; key: string }): Promise<DisputeState>;
  /** Null when the processor does not know it, or another system of its account made the charge. */
  lookUpFraudWarning(warningRef: string): Promise<FraudWarning | null>;
  listFraudWarnings(since: Date): Promise<FraudWarning[]>;
}

export interface DisputeState {
  disputeRef: string;
  chargeRef: string;
  amountCents: number;
  /** The fee that the processor charges us for the dispute. */
  feeCents: number;
  /** The bank's reason in the processor's terms, such as "fraudulent". */
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  /** When the evidence is due; null once it can no longer be sent. */
  dueAt: Date | null;
  openedAt: Date;
  /** The bank only asks, and has taken no money. It may become a dispute. `won` then means that the bank has closed it. */
  inquiry?: boolean;
  /** The ISO code, in lower case, if the dispute is not in US dollars. `amountCents` then counts the smallest unit of this currency. */
  otherCurrency?: string;
}

export interface DisputeEvidence {
  productDescription: string;
  /** Null once the fan has deleted their account. */
  customerName: string | null;
  customerEmail: string | null;
  /** When the fan got access to the delivery. */
  serviceDate: Date | null;
  /** Texts with the receipt, the terms that the fan agreed to, and the log of deliveries and access. */
  receipt: string;
  terms: string;
  accessLog: string;
}

/** The bank suspects fraud. A refund now usually prevents a dispute. */
export interface FraudWarning {
  warningRef: string;
  chargeRef: string;
  /** False once a refund or a dispute makes a refund pointless. */
  actionable: boolean;
}

/** The object that an event names. We do not trust the event's content; we look the object up. */
export interface ProcessorEvent {
  id: string;
  type: string;
  /**
   * Our reference of the set-up, payment, refund, payout or reversal; "card:REF" for a card that the bank renewed, "account:REF" for a
   * payout account, "dispute:REF" for a dispute, "warning:REF" for an early fraud warning; null for events that need no action.
   */
  reference: string | null;
  /** A card was declined on a page or in an attempt. The page may still be open for another card. */
  declined?: boolean;
  payload: Record<string, unknown>;
}
