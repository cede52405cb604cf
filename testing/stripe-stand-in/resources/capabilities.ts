import type Stripe from 'stripe';
import type { ConnectedAccount, Requirement } from '../tables.ts';

type Recipient = Stripe.V2.Core.Account.Configuration.Recipient;
type Merchant = Stripe.V2.Core.Account.Configuration.Merchant;
type Entry = Stripe.V2.Core.Account.Requirements.Entry;
type State = ConnectedAccount['state'];

/** The details that onboarding asks of every creator. */
export const recipientRequirements: Requirement[] = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.attestations.terms_of_service',
  'configuration.recipient.default_outbound_destination',
].map((code) => ({ code, dueAt: null }));

/** The details that it also asks once card payments are requested. */
export const merchantRequirements: Requirement[] = [
  { code: 'configuration.merchant.mcc', dueAt: null, restricts: ['card_payments'] },
  { code: 'configuration.merchant.statement_descriptor.descriptor', dueAt: null, restricts: ['card_payments'] },
  {
    code: 'defaults.profile.business_url',
    dueAt: null,
    restricts: ['card_payments', 'stripe_balance.stripe_transfers'],
  },
];

const reasons = {
  pending: { code: 'requirements_past_due', resolution: 'provide_info' },
  restricted: { code: 'restricted_other', resolution: 'contact_stripe' },
} as const;

/** An account without its details is restricted, too; what resolves it tells the two apart. */
function capability(state: State) {
  return state === 'ready'
    ? { status: 'active' as const, status_details: [] }
    : { status: 'restricted' as const, status_details: [reasons[state]] };
}

export function recipientOf({ state, payouts }: ConnectedAccount): Recipient {
  return {
    applied: true,
    capabilities: {
      stripe_balance: {
        payouts: capability(payouts === 'restricted' && state === 'ready' ? 'restricted' : state),
        stripe_transfers: capability(state),
      },
    },
  } satisfies Recipient;
}

/** Undefined unless card payments were requested. */
export function merchantOf({ cardPayments, state, payouts }: ConnectedAccount): Merchant | undefined {
  if (cardPayments === null) return undefined;
  return {
    applied: true,
    capabilities: {
      card_payments: capability(cardPayments === 'active' ? 'ready' : cardPayments),
      stripe_balance: { payouts: capability(payouts === 'restricted' && state === 'ready' ? 'restricted' : state) },
    },
  } satisfies Merchant;
}

export function requirementsOf({ requirements }: ConnectedAccount): Stripe.V2.Core.Account.Requirements {
  return {
    entries: requirements.map(entryOf),
    ...(requirements.length > 0 ? { summary: { minimum_deadline: soonest(requirements) } } : {}),
  };
}

function entryOf({ code, dueAt, restricts = ['stripe_balance.stripe_transfers'] }: Requirement): Entry {
  const deadline = { status: dueAt ? 'currently_due' : 'past_due' } as const;
  return {
    awaiting_action_from: 'user',
    description: code,
    errors: [],
    impact: {
      restricts_capabilities: restricts.map((name) => ({
        capability: name,
        configuration: name === 'card_payments' ? 'merchant' : 'recipient',
        deadline,
      })),
    },
    minimum_deadline: deadline,
    requested_reasons: [{ code: 'routine_onboarding' }],
  };
}

/** Stripe gives one date for the whole account. */
function soonest(requirements: Requirement[]): Stripe.V2.Core.Account.Requirements.Summary.MinimumDeadline {
  const dates = requirements.flatMap(({ dueAt }) => dueAt ?? []).sort();
  if (dates.length < requirements.length) return { status: 'past_due' };
  return { status: 'currently_due', time: dates[0] };
}
