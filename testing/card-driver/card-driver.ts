import type { MoneyContext } from '#server/money/money-context.ts';
import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import type { TestClient } from '#testing/client.ts';
import type { StripeProcess } from '#testing/stripe-stand-in/process.ts';

type StripeClient = ReturnType<StripeProcess['client']>;

/** An app that runs on the driver's processor. `drain` runs its due jobs. */
export interface DrivenApp {
  context: MoneyContext;
  drain(): Promise<void>;
}

export interface SentEvent {
  id: string;
  type: string;
  livemode: boolean;
}

/** One processor for tests of the whole product: everything that people and the processor do outside of Fanfare. */
export interface CardDriver {
  readonly name: 'sandbox' | 'stripe';
  /** The settings with which the app uses this processor. */
  readonly env: Readonly<Record<string, string>>;
  /** The SDK, to look at Stripe's objects; null with the sandbox. */
  readonly stripe: StripeClient | null;
  /** A sentence on the hosted pages that tells people that they are in a test. */
  readonly testNotice: string;
  /** The stand-in for Stripe, for faults and figures; null without it. */
  readonly standIn: StripeProcess | null;
  /** Call it when the app has started. */
  start(app: DrivenApp): void;
  /** Runs everything that is due, at the processor and in the app. */
  settle(app: DrivenApp): Promise<void>;
  /** Saves a card without a page, as an earlier pledge would. */
  saveCard(context: MoneyContext, userId: string, behavior: Behavior): Promise<void>;
  /** Changes what charging the saved cards of these people does. */
  changeCards(context: MoneyContext, userIds: readonly string[], behavior: Behavior): Promise<void>;
  /** The creator sets up payouts on the processor's page, if it asks for that. */
  setUpPayouts(creator: TestClient): Promise<void>;
  /** The number of succeeded charges per pledge at the processor. */
  chargesByPledge(context: MoneyContext): Promise<Map<string, number>>;
  /** The subjects of the emails that a creator gets while setting up payouts. */
  readonly payoutMails: readonly string[];
  /** The types of webhooks about a pool that is paid out and one that is refunded; a successful charge first. */
  readonly eventTypes: readonly string[];
  /** The webhooks that the processor has created, and how it signs them. */
  events(context: MoneyContext): Promise<SentEvent[]>;
  signer(context: MoneyContext): Promise<EventSigner>;
  /** Throws if the processor and our books disagree, or if the app broke a rule of the processor's API. */
  assertSound(app: DrivenApp): Promise<void>;
  stop(): Promise<void>;
}

export interface EventSigner {
  /** The path of the webhook URL, and the header with the signature. */
  path: string;
  header: string;
  /** Signs with the processor's secret if none is given. `atS`: Unix time. */
  sign(body: string, atS: number, secret?: string): string;
}
