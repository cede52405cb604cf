import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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

const recipient = { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } };

async function emptyAccount({ country = 'us', recipientOnly = false } = {}): Promise<string> {
  const { id } = await stripe.client.v2.core.accounts.create(
    {
      dashboard: 'express',
      identity: { country },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: {
        ...recipient,
        ...(!recipientOnly && { merchant: { capabilities: { card_payments: { requested: true } } } }),
      },
    },
    once(),
  );
  await control('account', { account: id, state: 'ready' });
  return id;
}

/** A ready account with $5. */
async function newAccount(): Promise<string> {
  const id = await emptyAccount();
  await transferTo(id);
  return id;
}

async function transferTo(destination: string): Promise<Stripe.Transfer> {
  const { latest_charge } = await charge(await newCard());
  const params = { amount: 500, currency: 'usd', destination, source_transaction: String(latest_charge) };
  return stripe.client.transfers.create(params, once());
}

const typesOf = async (id: string) =>
  (await stripe.process.table('events'))
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type);
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

  it('refuses accounts that can only receive transfers, until Stripe approves the platform for them', async () => {
    const refused = emptyAccount({ recipientOnly: true });
    await expect(refused).rejects.toMatchObject({ code: 'capability_not_available_without_other_capability' });
    await control('settings', { recipientOnly: 'approved' });
    expect(await emptyAccount({ recipientOnly: true })).toContain('acct_');
    await control('settings', { recipientOnly: 'refused', accountRefusal: 'connect_profile_not_submitted' });
    await expect(emptyAccount()).rejects.toMatchObject({ statusCode: 400, code: 'connect_profile_not_submitted' });
    await control('settings', { accountRefusal: null });
    expect((await stripe.process.state()).violations).toEqual([]);
  });

  it('shows the sections that the caller names, card payments among them', async () => {
    const account = await emptyAccount();
    await control('account', { account, cardPayments: 'restricted', payouts: 'restricted' });
    const { accounts } = stripe.client.v2.core;
    expect((await accounts.retrieve(account)).configuration).toBeUndefined();
    const { configuration } = await accounts.retrieve(account, {
      include: ['configuration.merchant', 'configuration.recipient'],
    });
    expect(configuration?.merchant?.capabilities?.card_payments?.status).toBe('restricted');
    expect(configuration?.recipient?.capabilities?.stripe_balance).toMatchObject({
      stripe_transfers: { status: 'active' },
      payouts: { status: 'restricted' },
    });
  });

  it.each([
    ['US', 'DE', true],
    ['GB', 'CA', true],
    ['US', 'AU', false],
    ['AU', 'AU', true],
    ['AU', 'US', false],
    ['DE', 'SG', false],
  ])('refuses transfers across borders only between some countries: %s to %s, %s', async (from, to, passes) => {
    await control('settings', { platform: { country: from, payoutInterval: 'manual' } });
    const transfer = transferTo(await emptyAccount({ country: to.toLowerCase() }));
    if (passes) expect((await transfer).id).toContain('tr_');
    else await expect(transfer).rejects.toMatchObject({ code: 'transfers_not_allowed' });
    await control('settings', { platform: { payoutInterval: 'manual' } });
  });

  it('empties accounts every day, so that a transfer can then no longer be reversed', async () => {
    const account = await emptyAccount();
    const { id } = await transferTo(account);
    const reverse = () => stripe.client.transfers.createReversal(id, { amount: 200 }, once());
    expect((await reverse()).amount).toBe(200);
    await control('clock', { advanceSeconds: 3 * 24 * 3600 });
    const { data } = await stripe.client.payouts.list({}, { stripeAccount: account });
    expect(data).toMatchObject([{ amount: 300, automatic: true }]);
    await expect(reverse()).rejects.toMatchObject({ code: 'balance_insufficient' });
    await control('settings', { negativeBalances: true });
    expect((await reverse()).amount).toBe(200);
    await control('settings', { negativeBalances: false });
  });

  it("sends the platform's balance to its bank every day unless it pays out manually", async () => {
    await charge(await newCard());
    const movements = async () => (await stripe.process.state()).movements.payout?.amount ?? 0;
    const advance = () => control('clock', { advanceSeconds: 3 * 24 * 3600 });
    await advance();
    expect(await movements()).toBe(0);
    await control('settings', { platform: { payoutInterval: 'daily' } });
    const { available } = (await stripe.process.state()).balance;
    await advance();
    expect(await movements()).toBe(-available);
    await control('settings', { platform: { payoutInterval: 'manual' } });
  });

  it('reports events of connected accounts only where they are asked for', async () => {
    const seen = async (url: string) => {
      const endpoints = (await stripe.process.table('endpoints')).filter((endpoint) => endpoint.url === url);
      const deliveries = await stripe.process.table('deliveries');
      const events = await stripe.process.table('events');
      return deliveries
        .filter(({ endpoint }) => endpoints.some(({ id }) => id === endpoint))
        .map(({ event }) => events.find(({ id }) => id === event)?.account ?? 'platform');
    };
    await control('endpoint', { url: 'http://127.0.0.1:9/own', secret: 'whsec_1', events: ['payout.paid'] });
    const connected = { secret: 'whsec_2', events: ['payout.paid'], from: 'other_accounts' };
    await control('endpoint', { url: 'http://127.0.0.1:9/connected', ...connected });
    const account = await newAccount();
    await control('payout', { account, amountCents: 100 });
    expect(await seen('http://127.0.0.1:9/own')).toEqual([]);
    expect(await seen('http://127.0.0.1:9/connected')).toEqual([account]);
    const { data } = await stripe.client.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] });
    expect(data.find((each) => each.webhook_endpoint?.url?.endsWith('/connected'))?.events_from).toEqual([
      'other_accounts',
    ]);
  });

  it('refuses what a restricted key may not read, also an expansion alone', async () => {
    await charge(await newCard());
    const list = (expand?: string[]) => stripe.client.balanceTransactions.list({ limit: 1, ...(expand && { expand }) });
    await control('settings', { missingPermissions: ['GET /v1/balance_transactions expand data.source'] });
    expect((await list()).data).toHaveLength(1);
    await expect(list(['data.source'])).rejects.toMatchObject({ statusCode: 403, type: 'StripePermissionError' });
    await control('settings', { missingPermissions: [] });
    expect((await list(['data.source'])).data).toHaveLength(1);
  });

  it('refuses transfers to a closed account', async () => {
    const account = await newAccount();
    await control('close-account', { account });
    expect(await stripe.client.v2.core.accounts.retrieve(account)).toMatchObject({ closed: true });
    await expect(transferTo(account)).rejects.toMatchObject({ statusCode: 400 });
    const thin = (await stripe.process.table('thinEvents')).filter(
      ({ related_object }) => related_object.id === account,
    );
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
      fresh.some(
        ({ event }) =>
          (events.find((each) => each.id === event)?.data.object as { id?: string } | undefined)?.id === id,
      ),
    );
  };
  await control('endpoint', { url: 'http://127.0.0.1:9/', secret: 'whsec_none' });
  const first = await sent();
  expect(await sent()).toEqual(first);
  expect(new Set(first).size).toBe(2);
  await control('settings', { webhooks: null });
});
