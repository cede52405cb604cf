import type { IncomingHttpHeaders } from 'node:http';
import type { CardProcessor } from '#server/money/card-processor.ts';

/**
 * A test card by what it does. `declined` cannot even be saved. `insufficient` can be saved, then charging it is a soft decline. `asks`
 * needs the customer's approval every time, so off-session it is declined with needs_action.
 */
export type TestCard = 'pays' | 'declined' | 'insufficient' | 'asks';

/** The calls that change something at the processor. */
export type ChangingCall =
  | 'createCustomer'
  | 'startCardSetup'
  | 'createCharge'
  | 'confirmCharge'
  | 'cancelCharge'
  | 'startPayment'
  | 'closeSession'
  | 'refund'
  | 'payOut'
  | 'reverseTransfer';

/** unreachable: the request does not arrive; lost: the processor acts, but its answer does not arrive. */
export type LostRequest = 'unreachable' | 'lost';

export interface SignedEvent {
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/** `previous`: the secret before the current one, valid during a rotation; `other`: a secret that is not ours. */
export interface Signature {
  secret?: 'current' | 'previous' | 'other';
  /** The age of the signature; negative for a signature from the future. */
  ageS?: number;
}

/** A processor under test: the port, and direct access to the processor for everything that does not go through the port. */
export interface Driver {
  port: CardProcessor;
  /** The customer enters a card on a hosted page. */
  enterCard(url: string, card: TestCard): Promise<void>;
  /** The customer's bank asks for approval on the hosted page, after a card that `asks`. */
  answerBank(url: string, answer: 'approve' | 'refuse'): Promise<void>;
  /** Loses the next request of this call, once. */
  loseNext(call: ChangingCall, how: LostRequest): Promise<void>;
  /** The reference of an account that can receive payouts. */
  payoutAccount(): Promise<string>;
  /** Lets everything that is under way at the processor happen, such as payouts. */
  settle(): Promise<void>;
  /** Our balance at the processor in cents, found in another way than `listMovements`. */
  balanceCents(): Promise<number>;
  /** The webhooks that the processor sends about an object with our reference, signed now. */
  events(reference: string, signature?: Signature): Promise<SignedEvent[]>;
  close(): Promise<void>;
}
