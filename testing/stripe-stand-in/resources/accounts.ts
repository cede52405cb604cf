import type Stripe from 'stripe';
import type { Call, Route } from '../call.ts';
import { list, object, text } from '../form.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId } from '../store.ts';
import type { ConnectedAccount } from '../tables.ts';

const firstRequirements = [
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.attestations.terms_of_service',
  'configuration.recipient.default_outbound_destination',
];

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

export function findAccount(call: Call, id: string): ConnectedAccount {
  const account = call.store.get('accounts', id);
  if (!account)
    throw new Refusal(404, { type: 'invalid_request_error', code: 'not_found', message: `No such account: '${id}'` });
  return account;
}

/** The account with the sections that the caller asks for; Stripe leaves the others out. */
function show(row: ConnectedAccount, include: string[]): Stripe.V2.Core.Account {
  const { account } = row;
  return {
    ...account,
    configuration: include.includes('configuration.recipient') ? { recipient: recipientOf(row) } : undefined,
    defaults: include.includes('defaults') ? account.defaults : undefined,
    identity: include.includes('identity') ? account.identity : undefined,
    requirements: include.includes('requirements') ? requirementsOf(row) : undefined,
    future_requirements: include.includes('future_requirements') ? { entries: [] } : undefined,
  };
}

const reasons = {
  pending: { code: 'requirements_past_due', resolution: 'provide_info' },
  restricted: { code: 'restricted_other', resolution: 'contact_stripe' },
} as const;

function recipientOf(row: ConnectedAccount): Stripe.V2.Core.Account.Configuration.Recipient {
  // An account without its details is restricted, too; what resolves it tells the two apart.
  const status = row.state === 'ready' ? 'active' : 'restricted';
  const details: Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.StatusDetail[] =
    row.state === 'ready' ? [] : [reasons[row.state]];
  return {
    applied: true,
    capabilities: {
      stripe_balance: {
        payouts: { status, status_details: details },
        stripe_transfers: { status, status_details: details },
      },
    },
  };
}

function requirementsOf(row: ConnectedAccount): Stripe.V2.Core.Account.Requirements {
  return {
    entries: row.requirements.map(({ code, dueAt }) => ({
      awaiting_action_from: 'user',
      description: code,
      errors: [],
      impact: {
        restricts_capabilities: [
          {
            capability: 'stripe_balance.stripe_transfers',
            configuration: 'recipient',
            deadline: { status: dueAt ? 'currently_due' : 'past_due' },
          },
        ],
      },
      minimum_deadline: { status: dueAt ? 'currently_due' : 'past_due' },
      requested_reasons: [{ code: 'routine_onboarding' }],
    })),
    ...(row.requirements.length > 0 ? { summary: { minimum_deadline: soonest(row.requirements) } } : {}),
  };
}

/** Stripe gives one date for the whole account. */
function soonest(
  requirements: ConnectedAccount['requirements'],
): Stripe.V2.Core.Account.Requirements.Summary.MinimumDeadline {
  const dates = requirements.flatMap(({ dueAt }) => dueAt ?? []).sort();
  if (dates.length < requirements.length) return { status: 'past_due' };
  return { status: 'currently_due', time: dates[0] };
}

function create(call: Call): Stripe.V2.Core.Account {
  const { store, params } = call;
  const configuration = object(params, 'configuration');
  if (!configuration.recipient) throw invalid('The stand-in creates recipients only.', 'configuration');
  const transfers = object(
    object(object(object(configuration, 'recipient'), 'capabilities'), 'stripe_balance'),
    'stripe_transfers',
  );
  if (String(transfers.requested) !== 'true')
    throw invalid('Request the capability stripe_balance.stripe_transfers.', 'configuration.recipient.capabilities');
  const country = text(object(params, 'identity'), 'country');
  if (!country) throw invalid('identity.country is required.', 'identity.country');
  const responsibilities = object(object(params, 'defaults'), 'responsibilities');
  if (!responsibilities.losses_collector || !responsibilities.fees_collector)
    throw invalid('defaults.responsibilities is required.', 'defaults.responsibilities');
  const id = newId('acct_', 16);
  const row = store.put('accounts', {
    id,
    state: 'pending',
    requirements: firstRequirements.map((code) => ({ code, dueAt: null })),
    account: {
      id,
      object: 'v2.core.account',
      applied_configurations: ['recipient'],
      closed: false,
      contact_email: text(params, 'contact_email') ?? undefined,
      created: iso(store.now()),
      dashboard: (text(params, 'dashboard') ?? 'none') as Stripe.V2.Core.Account.Dashboard,
      defaults: {
        currency: text(object(params, 'defaults'), 'currency') ?? 'usd',
        responsibilities: {
          ...responsibilities,
          requirements_collector: 'stripe',
        } as Stripe.V2.Core.Account.Defaults.Responsibilities,
      },
      display_name: text(params, 'display_name') ?? undefined,
      identity: { country, ...(text(object(params, 'identity'), 'entity_type') ? { entity_type: 'individual' } : {}) },
      livemode: call.livemode,
      metadata: object(params, 'metadata') as Record<string, string>,
    },
  });
  call.emitThin('v2.core.account.created', id);
  return show(row, list(params, 'include'));
}

/** Changes what an account may do, as Stripe's review or the control API does. */
export function setAccountState(
  call: Call,
  id: string,
  state: ConnectedAccount['state'],
  requirements: ConnectedAccount['requirements'],
) {
  const account = findAccount(call, id);
  call.store.put('accounts', { ...account, state, requirements });
  call.emitThin('v2.core.account[configuration.recipient].capability_status_updated', id);
  call.emitThin('v2.core.account[requirements].updated', id);
}

function createLink(call: Call): Stripe.V2.Core.AccountLink {
  const { store, params } = call;
  const account = findAccount(call, text(params, 'account') ?? '');
  const useCase = object(params, 'use_case');
  const type = text(useCase, 'type') ?? '';
  if (type !== 'account_onboarding' && type !== 'account_update') throw invalid('Unknown use case.', 'use_case.type');
  const options = object(useCase, type);
  const link = store.put('links', {
    id: newId('', 24),
    account: account.id,
    returnUrl: text(options, 'return_url') ?? '',
    refreshUrl: text(options, 'refresh_url') ?? '',
    used: false,
    expiresAt: store.now() + 300,
  });
  if (!link.refreshUrl) throw invalid('refresh_url is required.', `use_case.${type}.refresh_url`);
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: iso(store.now()),
    expires_at: iso(link.expiresAt),
    livemode: call.livemode,
    url: `${call.origin}/onboarding/${link.id}`,
    use_case: useCase as unknown as Stripe.V2.Core.AccountLink.UseCase,
  };
}

export const accountRoutes: Route[] = [
  { method: 'POST', path: '/v2/core/accounts', run: create },
  {
    method: 'GET',
    path: '/v2/core/accounts',
    run: (call) => ({
      data: call.store.all('accounts').map((row) => show(row, [])),
      next_page_url: null,
      previous_page_url: null,
    }),
  },
  {
    method: 'GET',
    path: '/v2/core/accounts/{id}',
    run: (call) => show(findAccount(call, call.path.id ?? ''), list(call.params, 'include')),
  },
  { method: 'POST', path: '/v2/core/account_links', run: createLink },
  {
    method: 'POST',
    path: '/v1/accounts/{account}/login_links',
    run(call) {
      const account = findAccount(call, call.path.account ?? '');
      if (account.account.dashboard !== 'express')
        throw invalid('Cannot create a login link for an account that is not using the Express Dashboard.');
      return {
        object: 'login_link',
        created: call.store.now(),
        url: `${call.origin}/express/${account.id}/${newId('', 12)}`,
      } satisfies Stripe.LoginLink;
    },
  },
  {
    method: 'GET',
    path: '/v2/core/events/{id}',
    run(call) {
      const event = call.store.get('thinEvents', call.path.id ?? '');
      if (!event) throw missing('event', call.path.id ?? '');
      return event;
    },
  },
];
