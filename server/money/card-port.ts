import type { IncomingHttpHeaders } from 'node:http';
import type { RawRoutes } from '#server/platform/http/request-context.ts';

/**
 * What Fanfare asks of a card processor. Amounts are integer US cents. `key` is our idempotency key: the same key with the same
 * request gives the same answer and moves money once. `reference` is our name for the thing ("payment:ID"), kept by the processor
 * so that it can be found again when an answer was lost. Every method may throw ProcessorFault, and nothing else; none may be
 * called while a transaction is open.
 */
export interface CardProcessor {
  /** Stands in the `processor` column of everything that was asked of it, and in the webhook's address. */
  readonly name: string;
  /** True while no real money moves: pages say so. */
  readonly testMode: boolean;
  /** Pages that a built-in processor serves itself. */
  readonly pages?: RawRoutes;

  createCustomer(request: { userId: string; key: string }): Promise<{ customerRef: string }>;
  /** A hosted page on which a card is saved for later charges. */
  startCardSetup(request: SessionRequest): Promise<{ sessionRef: string; url: string }>;
  /** Null when the processor has never heard of it. */
  lookUpSetup(by: { sessionRef: string | null; reference: string }): Promise<SetupState | null>;
  /** From now on the card cannot be charged. */
  forgetCard(request: { cardRef: string }): Promise<void>;

  /** First of two steps: an object with an id, no money moves. The id is stored before `confirmCharge`. */
  createCharge(request: ChargeRequest): Promise<{ chargeRef: string }>;
  /** Charges the card without the customer being there. */
  confirmCharge(request: { chargeRef: string; key: string }): Promise<ChargeState>;
  /**
   * Ends a charge that is not confirmed yet. A confirmation that is under way either comes first or fails. A charge that has ended stays
   * as it is. Returns the resulting state. Takes no idempotency key because repeating the call is harmless.
   */
  cancelCharge(chargeRef: string): Promise<ChargeState>;
  /** A hosted page on which one amount is paid. */
  startPayment(request: SessionRequest & { amountCents: number }): Promise<{ sessionRef: string; url: string }>;
  /** By the best name known; null when the processor has never heard of it. */
  lookUpCharge(by: {
    chargeRef: string | null;
    sessionRef: string | null;
    reference: string;
  }): Promise<ChargeState | null>;
  /** Closes the page, so that nobody can pay on it. A session that has ended stays as it is: look it up afterwards. */
  closeSession(sessionRef: string): Promise<void>;

  /** Gives back what was charged, to the card it came from. */
  refund(request: { chargeRef: string; amountCents: number; reference: string; key: string }): Promise<TransferState>;
  lookUpRefund(by: { ref: string | null; reference: string }): Promise<TransferState | null>;

  /** The account that a creator has here from the start; null where it takes an onboarding. */
  standingPayoutAccount(userId: string): { accountRef: string } | null;
  payOut(request: { accountRef: string; amountCents: number; reference: string; key: string }): Promise<TransferState>;
  lookUpPayout(by: { ref: string | null; reference: string }): Promise<TransferState | null>;

  /** What went in and out of our balance there since a moment, by our references. */
  listMovements(since: Date): Promise<Movement[]>;
  /** Verifies the signature. Throws AppError `webhook_signature` or `validation_failed`. */
  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProcessorEvent>;
}

export interface SessionRequest {
  customerRef: string;
  reference: string;
  /** What the page says the card is for. */
  description: string;
  successUrl: string;
  cancelUrl: string;
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

/** soft: may work later; hard: will not; needs_action: the customer has to confirm; abandoned: nobody finished the page. */
export type DeclineKind = 'soft' | 'hard' | 'needs_action' | 'abandoned';

export interface Decline {
  kind: DeclineKind;
  code: string;
  /** For people. */
  reason: string;
}

export type SetupState =
  | { status: 'open' }
  | { status: 'completed'; reference: string; card: CardDetails }
  | { status: 'failed'; reference: string; reason: string };

interface ChargeIdentity {
  reference: string;
  amountCents: number;
  /** Null while a hosted page has not been used. */
  chargeRef: string | null;
}
export type ChargeState = ChargeIdentity &
  (
    | { status: 'open'; sessionRef: string | null; url: string | null }
    | { status: 'processing' }
    | { status: 'succeeded'; costCents: number }
    | { status: 'failed'; decline: Decline }
  );

/** A refund or payout. */
export type TransferState = { ref: string; reference: string; amountCents: number } & (
  | { status: 'under_way' }
  | { status: 'done' }
  | { status: 'failed'; reason: string }
);

export interface Movement {
  /** Null for what we did not cause. */
  reference: string | null;
  kind: string;
  /** As it changes our balance. */
  amountCents: number;
}

/** What an event is about. Its content is not believed: the thing itself is looked up. */
export interface ProcessorEvent {
  id: string;
  type: string;
  /** Our reference of the set-up, payment, refund or payout; null for events that need nothing done. */
  reference: string | null;
  payload: Record<string, unknown>;
}

/**
 * `unknown`: no answer, or none that tells what happened: ask before anything else, and never under a new key.
 * `refused`: the processor understood and did nothing.
 */
export class ProcessorFault extends Error {
  readonly kind: 'unknown' | 'refused';
  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProcessorFault';
    this.kind = kind;
  }
}
