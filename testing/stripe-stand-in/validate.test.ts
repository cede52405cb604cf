import type Stripe from 'stripe';
import { describe, expect, it, test } from 'vitest';
import type { Route } from './call.ts';
import type { Params } from './form.ts';
import { knownParameters, newerParameters } from './parameters.ts';
import { routes } from './routes.ts';
import { type Fields, v2Parameters } from './v2-parameters.ts';
import { description, validate } from './validate.ts';

const create = { method: 'POST', path: '/v1/payment_intents' } as const;
const charge = { amount: '1000', currency: 'usd', metadata: { fanfare_reference: 'payment:1' } };

/** A request with one parameter, such as { created: { gte: '1' } } for created.gte. */
function requestWith(name: string): Params {
  const [first = '', ...rest] = name.replace(/\.\*$/, '').split('.');
  return { [first]: rest.length === 0 ? '1' : requestWith(rest.join('.')) };
}

describe("without Stripe's API description, as in a public clone", () => {
  const check = (params: Params) => validate(create, params, null);

  it('accepts the parameters that we send', () => {
    check({ ...charge, automatic_payment_methods: { enabled: 'true', allow_redirects: 'never' } });
  });

  it('refuses unknown parameters at any depth', () => {
    expect(() => check({ ...charge, shade: 'red' })).toThrow('Received unknown parameter: shade');
    expect(() => check({ ...charge, automatic_payment_methods: { speed: '1' } })).toThrow(
      'Received unknown parameter: automatic_payment_methods.speed',
    );
  });

  it('accepts everything below a newer parameter', () => {
    const session = { method: 'POST', path: '/v1/checkout/sessions' } as const;
    validate(session, { mode: 'payment', adaptive_pricing: { enabled: 'false' } }, null);
  });

  it('refuses deprecated parameters', () => {
    for (const name of ['payment_method_types', 'application_fee_amount', 'source'])
      expect(() => check({ ...charge, [name]: 'x' }), name).toThrow(`${name}: `);
  });

  it('knows the parameters of every call of the v1 API that has some', () => {
    const unknown = routes
      .filter(({ path }) => path.startsWith('/v1/'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !knownParameters[name]);
    expect(unknown).toEqual([]);
  });
});

describe('the v2 API', () => {
  const accounts = { method: 'POST', path: '/v2/core/accounts' } as const;
  const links = { method: 'POST', path: '/v2/core/account_links' } as const;
  const check = (route: Pick<Route, 'method' | 'path'>, params: object) => validate(route, params as Params);

  it('refuses unknown, missing and wrong parameters at any depth', () => {
    check(accounts, { display_name: 'Maya', identity: { country: 'us' }, include: ['requirements'] });
    const refusals: [string, typeof accounts | typeof links, object][] = [
      ['Received unknown parameter: type', accounts, { type: 'express' }],
      ['Invalid dashboard', accounts, { dashboard: 'big' }],
      ['Invalid include', accounts, { include: ['everything'] }],
      ['Invalid map: metadata', accounts, { metadata: { count: 1 } }],
      [
        'Invalid boolean: configuration.merchant.capabilities.card_payments.requested',
        accounts,
        { configuration: { merchant: { capabilities: { card_payments: { requested: 'true' } } } } },
      ],
      ['Missing required param: account', links, { use_case: { type: 'account_onboarding' } }],
      ['refresh_url', links, { account: 'acct_1', use_case: { type: 'account_update', account_update: {} } }],
      [
        'unknown parameter: use_case.account_update.configurations',
        links,
        { account: 'acct_1', use_case: { type: 'account_update', account_update: { configurations: [] } } },
      ],
    ];
    for (const [message, route, params] of refusals) expect(() => check(route, params), message).toThrow(message);
  });

  it("has only parameters of the SDK's types, and needs what they need", () => {
    type AccountFields = Fields<Stripe.V2.Core.AccountCreateParams>;
    type Balance = Stripe.V2.Core.AccountCreateParams.Configuration.Recipient.Capabilities.StripeBalance;
    // @ts-expect-error No capability of payouts can be requested.
    const unknown: Fields<Balance> = { payouts: { requested: { needed: 'boolean' } } };
    // @ts-expect-error The SDK requires refresh_url.
    const missing: Fields<Stripe.V2.Core.AccountLinkCreateParams.UseCase.AccountOnboarding> = { return_url: 'text' };
    // @ts-expect-error No such dashboard.
    const wrong: AccountFields = { dashboard: ['big'] };
    expect([unknown, missing, wrong]).toHaveLength(3);
  });
});

test.skipIf(!description)("every listed name is in Stripe's API description or newer than it", () => {
  const wrong = Object.entries(knownParameters).flatMap(([call, names = []]) => {
    const [method, path = ''] = call.split(' ') as [Route['method'], string];
    if (!description?.paths[path]?.[method.toLowerCase()]) return [];
    return names
      .filter((name) => isUnknown(() => validate({ method, path }, requestWith(name))))
      .map((name) => `${call} ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('every listed call exists', () => {
  const existing = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const listed = [knownParameters, newerParameters, v2Parameters].flatMap((list) => Object.keys(list));
  expect(listed.filter((call) => !existing.has(call))).toEqual([]);
});

/** Not for a missing parameter or a wrong type. */
function isUnknown(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Received unknown parameter');
  }
}
