import type Stripe from 'stripe';

/** How a value of type T is checked: text, one of some words, a list, an object with any names, or an object with these fields. */
type Rule<T> = [T] extends [boolean]
  ? 'boolean'
  : [T] extends [number]
    ? 'number'
    : [T] extends [string]
      ? string extends T
        ? 'text' | readonly string[]
        : readonly T[]
      : [T] extends [readonly (infer Item)[]]
        ? { each: Rule<Item> }
        : string extends keyof T
          ? 'map'
          : Fields<T>;

/** A field that the SDK requires must be listed as needed; other fields may be missing here, and a field that the SDK lacks does not compile. */
export type Fields<T> = {
  [Name in keyof T]: undefined extends T[Name] ? Rule<NonNullable<T[Name]>> : { needed: Rule<T[Name]> };
};

/** The same without its types, for the checks at run time. */
export type AnyRule =
  | string
  | readonly string[]
  | { needed: AnyRule }
  | { each: AnyRule }
  | { [name: string]: AnyRule };

const accountSections = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const;

const account = {
  configuration: {
    merchant: { capabilities: { card_payments: { requested: { needed: 'boolean' } } } },
    recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: { needed: 'boolean' } } } } },
  },
  contact_email: 'text',
  dashboard: ['express', 'full', 'none'],
  defaults: {
    currency: 'text',
    profile: { business_url: 'text', doing_business_as: 'text', product_description: 'text' },
    responsibilities: {
      fees_collector: { needed: ['application', 'application_custom', 'application_express', 'stripe'] },
      losses_collector: { needed: ['application', 'stripe'] },
    },
  },
  display_name: 'text',
  identity: {
    country: 'text',
    entity_type: ['company', 'government_entity', 'individual', 'non_profit'],
  },
  include: { each: accountSections },
  metadata: 'map',
} satisfies Fields<Stripe.V2.Core.AccountCreateParams>;

const page = {
  collection_options: { fields: 'text', future_requirements: 'text' },
  refresh_url: { needed: 'text' },
  return_url: 'text',
} satisfies Fields<Stripe.V2.Core.AccountLinkCreateParams.UseCase.AccountOnboarding>;

const accountLink = {
  account: { needed: 'text' },
  use_case: {
    needed: {
      type: { needed: ['account_onboarding', 'account_update'] },
      account_onboarding: page,
      account_update: page,
    },
  },
} satisfies Fields<Stripe.V2.Core.AccountLinkCreateParams>;

/** The v2 API has no public description, so the types of the SDK decide about the names and which of them are needed. */
export const v2Parameters: Partial<Record<string, { [name: string]: AnyRule }>> = {
  'POST /v2/core/accounts': account,
  'GET /v2/core/accounts': { limit: 'number' } satisfies Fields<Stripe.V2.Core.AccountListParams>,
  'GET /v2/core/accounts/{id}': {
    include: { each: accountSections },
  } satisfies Fields<Stripe.V2.Core.AccountRetrieveParams>,
  'POST /v2/core/accounts/{id}/close': {
    applied_configurations: { each: ['customer', 'merchant', 'recipient'] },
  } satisfies Fields<Stripe.V2.Core.AccountCloseParams>,
  'POST /v2/core/account_links': accountLink,
  'GET /v2/core/events/{id}': {},
  'GET /v2/core/event_destinations': {
    include: { each: 'text' },
    limit: 'number',
  } satisfies Fields<Stripe.V2.Core.EventDestinationListParams>,
};
