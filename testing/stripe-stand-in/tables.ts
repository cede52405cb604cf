import type Stripe from 'stripe';

/** The number behind a payment method decides what a charge does. `setUp`: the cardholder approved later charges. */
export interface CardOnFile {
  id: string;
  number: string;
  setUp: boolean;
  /** Overrides what the number does, from the control API. */
  behavior: string | null;
}

/** A connected account with what its v2 object shows only on request. */
export interface ConnectedAccount {
  id: string;
  /** Of its capability `stripe_balance.stripe_transfers`. pending: it still has to enter details. */
  state: 'pending' | 'ready' | 'restricted';
  /** Of its capability `stripe_balance.payouts`, which follows `state` unless the control API restricts it. */
  payouts: 'usual' | 'restricted';
  /** Of its capability `card_payments`; null unless the platform requested it. */
  cardPayments: 'pending' | 'active' | 'restricted' | null;
  requirements: Requirement[];
  /** The bank account that its owner has entered; null before. */
  bank: { id: string; last4: string } | null;
  account: Stripe.V2.Core.Account;
}

export type RestrictedCapability = 'stripe_balance.stripe_transfers' | 'stripe_balance.payouts' | 'card_payments';

/** `restricts`: the capabilities that end or stay off without it; transfers if absent. */
export interface Requirement {
  code: string;
  dueAt: string | null;
  restricts?: RestrictedCapability[];
}

/** A page that a link opens once. */
export interface Link {
  id: string;
  account: string;
  returnUrl: string;
  refreshUrl: string;
  used: boolean;
  expiresAt: number;
}

export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  /** snapshot: v1 events with the object; thin: v2 events that only name it. */
  payload: 'snapshot' | 'thin';
  /** self: events of the platform; other_accounts: those of connected accounts, and of the accounts of the v2 API. */
  from: 'self' | 'other_accounts';
  events: string[];
}

export interface Delivery {
  id: string;
  endpoint: string;
  event: string;
  /** Milliseconds since the epoch, real time. */
  dueAt: number;
  attempts: number;
  state: 'due' | 'delivered' | 'given_up';
}

export interface StoredAnswer {
  /** The idempotency key with the API key's scope. */
  id: string;
  request: string;
  status: number;
  body: string;
  /** Virtual time in seconds. */
  created: number;
}

/** An event of the v2 API. */
export interface ThinEvent {
  id: string;
  object: 'v2.core.event';
  type: string;
  created: string;
  livemode: boolean;
  related_object: Stripe.V2.Core.Events.RelatedObject;
}

/** All that the stand-in remembers. Objects hold ids where Stripe would expand them. */
export interface Tables {
  customers: Stripe.Customer | Stripe.DeletedCustomer;
  paymentMethods: Stripe.PaymentMethod;
  cards: CardOnFile;
  sessions: Stripe.Checkout.Session;
  setupIntents: Stripe.SetupIntent;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  transfers: Stripe.Transfer;
  reversals: Stripe.TransferReversal;
  payouts: Stripe.Payout;
  disputes: Stripe.Dispute;
  warnings: Stripe.Radar.EarlyFraudWarning;
  movements: Stripe.BalanceTransaction;
  events: Stripe.Event;
  thinEvents: ThinEvent;
  accounts: ConnectedAccount;
  links: Link;
  endpoints: Endpoint;
  deliveries: Delivery;
  answers: StoredAnswer;
  violations: { id: string; message: string };
  settings: { id: string; value: unknown };
}
export type TableName = keyof Tables;
