import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';
import { createStripe } from './stripe-processor.ts';

/** Creators' accounts with the real SDK, against the stand-in for Stripe. */
let stripe: StripeSetUp;
let cards: ReturnType<typeof createStripe>;
beforeAll(async () => {
  stripe = await setUpStripe();
  cards = createStripe({ config: readConfig({ NODE_ENV: 'test', ...stripe.env }) } as Platform);
});
afterAll(() => stripe.stop());

describe('the request for an account', () => {
  const create = async (country: string) => {
    const who = { userId: randomUUID(), email: 'maya@example.org', displayName: 'Maya', country };
    const { accountRef } = await cards.onboarding.createAccount({ ...who, key: `account:${randomUUID()}` });
    const account = await stripe.client.v2.core.accounts.retrieve(accountRef);
    return { accountRef, configurations: account.applied_configurations };
  };
  const rule = (recipientOnly: string) => stripe.process.control('settings', { recipientOnly });
  afterEach(() => rule('refused'));

  it.each(['US', 'GB', 'DE', 'CA', 'AU', 'SG', 'FR'])('asks for card payments if it must, in %s', async (country) => {
    expect((await create(country)).configurations).toEqual(['merchant', 'recipient']);
    await rule('refused_in_country');
    expect((await create(country)).configurations).toEqual(['merchant', 'recipient']);
  });

  it('asks creators for no more than transfers need once Stripe has approved the platform', async () => {
    await rule('approved');
    expect((await create('US')).configurations).toEqual(['recipient']);
  });

  it('is ready without card payments, and does not list what only they need', async () => {
    const { accountRef: account } = await create('US');
    expect((await cards.onboarding.lookUpAccount(account))?.requirements.map(({ code }) => code)).not.toContain(
      'configuration.merchant.mcc',
    );
    const requirements = [{ code: 'configuration.merchant.mcc', dueAt: null, restricts: ['card_payments'] }];
    await stripe.process.control('account', { account, cardPayments: 'restricted', requirements });
    const ready = { accountRef: account, status: 'ready', requirements: [] };
    expect(await cards.onboarding.lookUpAccount(account)).toMatchObject(ready);
  });
});

it('tells a closed account from one on hold, and creates another one under another key', async () => {
  const userId = randomUUID();
  const who = { userId, email: 'maya@example.org', displayName: 'Maya', country: 'US', key: `account:${userId}` };
  const { accountRef } = await cards.onboarding.createAccount(who);
  await stripe.process.control('account', { account: accountRef, state: 'restricted' });
  expect(await cards.onboarding.lookUpAccount(accountRef)).not.toHaveProperty('isClosed');
  await stripe.process.control('close-account', { account: accountRef });
  expect(await cards.onboarding.lookUpAccount(accountRef)).toMatchObject({ status: 'restricted', isClosed: true });
  const next = await cards.onboarding.createAccount({ ...who, key: `account:${randomUUID()}` });
  expect(next.accountRef).not.toBe(accountRef);
  expect(await cards.onboarding.lookUpAccount(next.accountRef)).toMatchObject({ status: 'pending' });
});

it('tells other bank details by a hash, and is silent about them without the permission', async () => {
  const userId = randomUUID();
  const who = { userId, email: 'maya@example.org', displayName: 'Maya', country: 'US', key: `account:${userId}` };
  const { accountRef: account } = await cards.onboarding.createAccount(who);
  const look = async () => (await cards.onboarding.lookUpAccount(account))?.bankPrint;
  expect(await look()).toBeUndefined();
  await stripe.process.control('bank', { account, last4: '6789' });
  const first = await look();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await look()).toBe(first);
  await stripe.process.control('bank', { account, last4: '0005' });
  expect(await look()).toMatch(/^[0-9a-f]{32}$/);
  expect(await look()).not.toBe(first);
  await stripe.process.control('settings', { missingPermissions: ['GET /v1/accounts/{account}/external_accounts'] });
  expect(await look()).toBeUndefined();
  await stripe.process.control('settings', { missingPermissions: [] });
});
