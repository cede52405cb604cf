import type Stripe from 'stripe';
import type { Call, Route } from '../call.ts';
import { list, object, type Params, text } from '../form.ts';
import { page } from '../lists.ts';
import { invalid, missing, Refusal } from '../refusal.ts';
import { newId } from '../store.ts';
import type { ConnectedAccount } from '../tables.ts';
import { refuseAccount } from './account-refusals.ts';
import {
  merchantOf,
  merchantRequirements,
  recipientOf,
  recipientRequirements,
  requirementsOf,
} from './capabilities.ts';

type Account = Stripe.V2.Core.Account;

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
function show(row: ConnectedAccount, include: string[]): Account {
  const { account } = row;
  const configuration = {
    ...(include.includes('configuration.recipient') && { recipient: recipientOf(row) }),
    ...(include.includes('configuration.merchant') && { merchant: merchantOf(row) }),
  } satisfies Stripe.V2.Core.Account.Configuration;
  return {
    ...account,
    configuration: Object.keys(configuration).length > 0 ? configuration : undefined,
    defaults: include.includes('defaults') ? account.defaults : undefined,
    identity: include.includes('identity') ? account.identity : undefined,
    requirements: include.includes('requirements') ? requirementsOf(row) : undefined,
    future_requirements: include.includes('future_requirements') ? { entries: [] } : undefined,
  } satisfies Account;
}

/** Follows names into nested objects. */
function at(params: Params, ...names: string[]): Params {
  return names.reduce(object, params);
}

/** Requests are JSON, so a flag is a boolean there and text in a decoded form. */
const isRequested = (capability: Params) => String(capability.requested) === 'true';

function create(call: Call): Account {
  const { store, params } = call;
  if (!isRequested(at(params, 'configuration', 'recipient', 'capabilities', 'stripe_balance', 'stripe_transfers')))
    throw invalid('Request the capability stripe_balance.stripe_transfers.', 'configuration.recipient.capabilities');
  const hasCardPayments = isRequested(at(params, 'configuration', 'merchant', 'capabilities', 'card_payments'));
  const country = text(at(params, 'identity'), 'country');
  if (!country) throw invalid('identity.country is required.', 'identity.country');
  if (!('responsibilities' in at(params, 'defaults')))
    throw invalid('defaults.responsibilities is required.', 'defaults.responsibilities');
  refuseAccount(call, hasCardPayments);
  const id = newId('acct_', 16);
  const row = store.put('accounts', {
    id,
    state: 'pending',
    payouts: 'usual',
    cardPayments: hasCardPayments ? 'pending' : null,
    requirements: [...recipientRequirements, ...(hasCardPayments ? merchantRequirements : [])],
    bank: null,
    account: build(call, id, hasCardPayments ? ['merchant', 'recipient'] : ['recipient']),
  });
  call.emitThin('v2.core.account.created', id);
  return show(row, list(params, 'include'));
}

function build(
  { store, params, livemode }: Call,
  id: string,
  applied: Stripe.V2.Core.Account.AppliedConfiguration[],
): Account {
  const defaults = at(params, 'defaults');
  const identity = at(params, 'identity');
  return {
    id,
    object: 'v2.core.account',
    applied_configurations: applied,
    closed: false,
    contact_email: text(params, 'contact_email') ?? undefined,
    created: iso(store.now()),
    dashboard: (text(params, 'dashboard') ?? 'none') as Stripe.V2.Core.Account.Dashboard,
    defaults: {
      currency: text(defaults, 'currency') ?? 'usd',
      ...('profile' in defaults && { profile: at(defaults, 'profile') as Stripe.V2.Core.Account.Defaults.Profile }),
      responsibilities: {
        ...at(defaults, 'responsibilities'),
        requirements_collector: 'stripe',
      } as Stripe.V2.Core.Account.Defaults.Responsibilities,
    },
    display_name: text(params, 'display_name') ?? undefined,
    identity: {
      country: text(identity, 'country') ?? undefined,
      ...(text(identity, 'entity_type') ? { entity_type: 'individual' } : {}),
    },
    livemode,
    metadata: at(params, 'metadata') as Record<string, string>,
  } satisfies Account;
}

type Change = Partial<Pick<ConnectedAccount, 'state' | 'payouts' | 'cardPayments' | 'requirements'>>;

/** Changes what an account may do, as Stripe's review or the control API does. */
export function changeAccount(call: Call, id: string, change: Change): void {
  findAccount(call, id);
  const { cardPayments } = call.store.change('accounts', id, change);
  call.emitThin('v2.core.account[configuration.recipient].capability_status_updated', id);
  if (cardPayments) call.emitThin('v2.core.account[configuration.merchant].capability_status_updated', id);
  call.emitThin('v2.core.account[requirements].updated', id);
}

/** The owner enters a bank account, on the hosted page or in the Express dashboard. It replaces the earlier one. */
export function enterBank(call: Call, id: string, last4: string): ConnectedAccount {
  const before = findAccount(call, id).bank;
  const row = call.store.change('accounts', id, { bank: { id: newId('ba_'), last4 } });
  const [bank] = banksOf(row);
  if (bank) call.emit(`account.external_account.${before ? 'updated' : 'created'}`, bank, id);
  return row;
}

/** The parts of a bank account that our adapter reads. */
function banksOf({ id: account, bank, account: { identity } }: ConnectedAccount) {
  if (!bank) return [];
  const { id, last4 } = bank;
  return [
    {
      ...{ id, object: 'bank_account' as const, account, account_holder_name: null, account_holder_type: null },
      ...{ account_type: null, bank_name: 'STRIPE TEST BANK', country: identity?.country?.toUpperCase() ?? 'US' },
      ...{ currency: 'usd', customer: null, fingerprint: `print_${last4}`, last4, routing_number: null, status: 'new' },
    } satisfies Stripe.BankAccount,
  ];
}

/** The owner has entered everything on the hosted page, and Stripe has checked it. */
export function finishOnboarding(call: Call, id: string): void {
  if (!findAccount(call, id).bank) enterBank(call, id, '6789');
  const { cardPayments } = findAccount(call, id);
  changeAccount(call, id, { state: 'ready', cardPayments: cardPayments && 'active', requirements: [] });
}

/** Closes the account. Nothing can be sent to it from then on. */
export function closeAccount(call: Call, id: string): ConnectedAccount {
  changeAccount(call, id, { state: 'restricted' });
  const closed = call.store.change('accounts', id, { account: { ...findAccount(call, id).account, closed: true } });
  call.emitThin('v2.core.account.closed', id);
  return closed;
}

function close(call: Call): Account {
  const { id, account } = findAccount(call, call.path.id ?? '');
  const named = list(call.params, 'applied_configurations');
  const rest = account.applied_configurations.filter((name) => !named.includes(name));
  if (rest.length > 0) throw invalid(`Name all applied configurations, also ${rest.join()}.`, 'applied_configurations');
  return show(closeAccount(call, id), []);
}

function createLink(call: Call): Stripe.V2.Core.AccountLink {
  const { store, params } = call;
  const account = findAccount(call, text(params, 'account') ?? '');
  const useCase = object(params, 'use_case');
  const type = text(useCase, 'type') ?? '';
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
  } satisfies Stripe.V2.Core.AccountLink;
}

/** One page of the v2 API, which has no total and no page numbers. */
const v2Page = <T>(data: T[]) => ({ data, next_page_url: null, previous_page_url: null });

export const accountRoutes: Route[] = [
  { method: 'POST', path: '/v2/core/accounts', run: create },
  {
    method: 'GET',
    path: '/v2/core/accounts',
    run: (call) => v2Page(call.store.all('accounts').map((row) => show(row, []))),
  },
  {
    method: 'GET',
    path: '/v2/core/accounts/{id}',
    run: (call) => show(findAccount(call, call.path.id ?? ''), list(call.params, 'include')),
  },
  { method: 'POST', path: '/v2/core/accounts/{id}/close', run: close },
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
    path: '/v1/accounts/{account}/external_accounts',
    run(call) {
      const account = findAccount(call, call.path.account ?? '');
      return page(`/v1/accounts/${account.id}/external_accounts`, call.params, banksOf(account));
    },
  },
  {
    method: 'GET',
    path: '/v2/core/events/{id}',
    run(call) {
      const event = call.store.get('thinEvents', call.path.id ?? '');
      if (!event) throw missing('event', call.path.id ?? '');
      return event satisfies Stripe.V2.Core.EventBase;
    },
  },
];
