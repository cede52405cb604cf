import type { MoneyContext } from '#server/money/money-context.ts';
import type { Posted, PostOutcome } from './post-webhook.ts';
import type { Try } from './sending.sql.ts';

/** The meaning of an answer. */
export interface Verdict {
  isSuccess: boolean;
  /** Why the endpoint gets nothing from now on. */
  offReason?: 'gone' | 'refused';
  /** No other try can succeed. */
  isFinal?: boolean;
  /** How long the endpoint gets nothing. */
  pauseMs: number;
  /** How long all endpoints of this kind get nothing. */
  pauseAllMs: number;
  /** Whether a chat service counts it against this installation. */
  isRefused: boolean;
}

/** Of one endpoint, at least one. */
export type Tries = readonly [Try, ...Try[]];

export interface Composed {
  request: Posted;
  /** The deliveries that the request is for. The others of its tries have nothing to send any more. */
  sent: Tries;
  /** A part of the address that no answer may repeat. */
  token?: string;
}

/** A kind of endpoint: how its requests look, and how it answers. */
export interface WebhookFormat {
  /** Null if there is nothing to send. */
  composeRequest(context: MoneyContext, tries: Tries): Promise<Composed | null>;
  readAnswer(outcome: PostOutcome, attempts: number): Verdict;
}
