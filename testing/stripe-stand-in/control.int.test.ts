import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type Stripe from 'stripe';
import { type StripeSetUp, setUpStripe } from './set-up.ts';

/** The control actions that play a bank, a card network or an owner of an account. */
let stripe: StripeSetUp;
beforeAll(async () => {
  stripe = await setUpStripe();
});
afterAll(() => stripe.stop());

const control = <T>(action: string, fields: object) => stripe.process.control<T>(action, fields);
const once = () => ({ idempotencyKey: randomUUID() });

async function newCard(): Promise<{ customer: string; card: string }> {
  const { customers } = await control<{ customers: { customer: string; card: string }[] }>('customers', {
    userIds: [randomUUID()],
  });
  const [saved] = customers;
  if (!saved) throw new Error('no customer');
  return saved;
}

async function charge(saved: { customer: string; card: string }): Promise<Stripe.PaymentIntent> {
  const { customer, card: payment_method } = saved;
  const params = { amount: 1000, currency: 'usd', customer, payment_method, confirm: true, off_session: true };
  return stripe.client.paymentIntents.create(params, once());
}

/** A ready account with $5. */
async function newAccount(): Promise<string> {
  const { id } = await stripe.client.v2.core.accounts.create(
    {
      dashboard: 'express',
      identity: { country: 'us' },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    },
    once(),
  );
  await control('account', { account: id, state: 'ready' });
  await transferTo(id);
  return id;
}

async function transferTo(destination: string): Promise<Stripe.Transfer> {
  const { latest_charge } = await charge(await newCard());
  const params = { amount: 500, currency: 'usd', destination, source_transaction: String(latest_charge) };
  return stripe.client.transfers.create(params, once());
}

const typesOf = async (id: string) =>
  (await stripe.process.table('events')).filter(({ data }) => (data.object as { id?: string }).id === id).map(({ type }) => type);
const total = async () => (await stripe.process.state()).balance.total;

test('a card network updates a card, and a card can begin to fail', async () => {
  const saved = await newCard();
  await control('card', { card: saved.card, expMonth: 1, expYear: 2041, last4: '1881' });
  const { card } = await stripe.client.paymentMethods.retrieve(saved.card);
  expect(card).toMatchObject({ exp_month: 1, exp_year: 2041, last4: '1881' });
  expect(await typesOf(saved.card)).toEqual(['payment_method.automatically_updated']);
  await control('card', { card: saved.card, behavior: 'insufficient_funds' });
  await expect(charge(saved)).rejects.toMatchObject({ decline_code: 'insufficient_funds' });
  await control('card', { card: saved.card, behavior: 'pays' });
  expect((await charge(saved)).status).toBe('succeeded');
});

describe('refunds', () => {
  it('fails later, and the amount returns to the balance', async () => {
    const paid = await charge(await newCard());
    const before = await total();
    const refund = await stripe.client.refunds.create({ payment_intent: paid.id }, once());
    expect(await total()).toBe(before - 1000);
    await control('fail-refund', { refund: refund.id });
    expect(await stripe.client.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await total()).toBe(before);
    expect(await typesOf(refund.id)).toEqual(['refund.created', 'refund.failed', 'refund.updated']);
    await control('fail-refund', { refund: refund.id });
    expect(await total()).toBe(before);
  });

  it('completes a pending refund', async () => {
    const { customers } = await control<{ customers: { customer: string; card: string }[] }>('customers', {
      userIds: [randomUUID()],
      number: '4000000000007726',
    });
    const [saved] = customers as [{ customer: string; card: string }];
    const refund = await stripe.client.refunds.create({ payment_intent: (await charge(saved)).id }, once());
    expect(refund.status).toBe('pending');
    await control('complete-refund', { refund: refund.id });
    expect((await stripe.client.refunds.retrieve(refund.id)).status).toBe('succeeded');
  });
});

describe("creators' accounts", () => {
  it('sends money to the bank, which can return it', async () => {
    const account = await newAccount();
    const payout = await control<Stripe.Payout>('payout', { account, amountCents: 400 });
    await expect(control('payout', { account, amountCents: 200 })).rejects.toThrow('does not have that much');
    await control('fail-payout', { payout: payout.id });
    expect(await typesOf(payout.id)).toEqual(['payout.paid', 'payout.failed']);
    expect(await control('payout', { account, amountCents: 500 })).toMatchObject({ status: 'paid' });
  });

  it('refuses transfers to a closed account', async () => {
    const account = await newAccount();
    await control('close-account', { account });
    expect(await stripe.client.v2.core.accounts.retrieve(account)).toMatchObject({ closed: true });
    await expect(transferTo(account)).rejects.toMatchObject({ statusCode: 400 });
    const thin = (await stripe.process.table('thinEvents')).filter(({ related_object }) => related_object.id === account);
    expect(thin.map(({ type }) => type)).toContain('v2.core.account.closed');
  });
});

test('refuses requests above the limit of one endpoint, or of calls at once, and says why', async () => {
  const reasons = async (settings: object) => {
    await control('settings', settings);
    const calls = Array.from({ length: 8 }, () => stripe.client.balance.retrieve());
    const refused = (await Promise.allSettled(calls)).filter((call) => call.status === 'rejected');
    return refused.map(({ reason }) => reason.headers['stripe-rate-limited-reason']);
  };
  const none = { endpointRateLimit: null, concurrencyLimit: null, latencyMs: 0 };
  expect(await reasons({ ...none, endpointRateLimit: 5 })).toEqual(Array(3).fill('endpoint-rate'));
  expect((await stripe.client.customers.list()).data).toBeDefined();
  expect(await reasons({ ...none, concurrencyLimit: 6, latencyMs: 100 })).toEqual(Array(2).fill('global-concurrency'));
  await control('settings', none);
});

test('one seed plans the same webhooks for the same reference in another run', async () => {
  await control('settings', { webhooks: { seed: 5, lost: 0.5 } });
  const names = Array.from({ length: 12 }, (_, index) => `customer:${index}`);
  const sent = async () => {
    const before = new Set((await stripe.process.table('deliveries')).map(({ id }) => id));
    const created: string[] = [];
    for (const fanfare_reference of names)
      created.push((await stripe.client.customers.create({ metadata: { fanfare_reference } }, once())).id);
    const events = await stripe.process.table('events');
    const fresh = (await stripe.process.table('deliveries')).filter(({ id }) => !before.has(id));
    return created.map((id) =>
      fresh.some(({ event }) => (events.find((each) => each.id === event)?.data.object as { id?: string }).id === id),
    );
  };
  await control('endpoint', { url: 'http://127.0.0.1:9/', secret: 'whsec_none' });
  const first = await sent();
  expect(await sent()).toEqual(first);
  expect(new Set(first).size).toBe(2);
  await control('settings', { webhooks: null });
});
