import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeProcess } from './process.ts';

let folder: string;
let standIn: StripeProcess;
let stripe: Stripe;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
  standIn = await StripeProcess.start(folder);
  stripe = standIn.client();
});
afterAll(async () => {
  await standIn.kill();
  await rm(folder, { recursive: true, force: true });
});

let keys = 0;
const key = () => ({ idempotencyKey: `test:${keys++}` });

async function saveCard(number = '4242424242424242') {
  const customer = await stripe.customers.create({ metadata: { user: 'u1' } }, key());
  const session = await stripe.checkout.sessions.create(
    { mode: 'setup', currency: 'usd', customer: customer.id, success_url: 'http://127.0.0.1:1/done' },
    key(),
  );
  const answer = await standIn.submit(session.url ?? '', { number, expires: '12 / 34' });
  expect(answer.status).toBe(303);
  const { setup_intent: setup } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
  return { customer: customer.id, card: (setup as Stripe.SetupIntent).payment_method as string };
}

async function charge(saved: { customer: string; card: string }, amount = 1000) {
  const intent = await stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      customer: saved.customer,
      payment_method: saved.card,
      automatic_payment_methods: { enabled: true },
      metadata: { fanfare_reference: 'payment:1' },
    },
    key(),
  );
  return stripe.paymentIntents.confirm(
    intent.id,
    { off_session: true, expand: ['latest_charge.balance_transaction'] },
    key(),
  );
}

async function readyAccount() {
  const account = await stripe.v2.core.accounts.create(
    {
      contact_email: 'creator@example.com',
      dashboard: 'express',
      identity: { country: 'us' },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: {
        merchant: { capabilities: { card_payments: { requested: true } } },
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      include: ['configuration.recipient', 'requirements'],
    },
    key(),
  );
  expect(account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers).toMatchObject({
    status: 'restricted',
    status_details: [{ resolution: 'provide_info' }],
  });
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'http://127.0.0.1:1/again',
        return_url: 'http://127.0.0.1:1/back',
      },
    },
  });
  expect(await standIn.submit(link.url, { outcome: 'ready' })).toMatchObject({ location: 'http://127.0.0.1:1/back' });
  return account.id;
}

test('a saved card is charged, transferred and refunded, and the balance adds up', async () => {
  const paid = await charge(await saveCard(), 1000);
  const latest = paid.latest_charge as Stripe.Charge;
  expect(latest.balance_transaction).toMatchObject({ amount: 1000, fee: 59, net: 941 });
  const destination = await readyAccount();
  const transfer = await stripe.transfers.create(
    { amount: 900, currency: 'usd', destination, source_transaction: latest.id, transfer_group: 'pool:1' },
    key(),
  );
  await stripe.transfers.createReversal(transfer.id, { amount: 100 }, key());
  await stripe.refunds.create({ charge: latest.id, amount: 300, metadata: { fanfare_reference: 'refund:1' } }, key());
  const { data } = await stripe.balanceTransactions.list({ limit: 10 });
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['refund', -300],
    ['transfer_refund', 100],
    ['transfer', -900],
    ['charge', 941],
  ]);
  const balance = await stripe.balance.retrieve();
  expect((balance.available[0]?.amount ?? 0) + (balance.pending[0]?.amount ?? 0)).toBe(941 - 900 + 100 - 300);
  expect((await stripe.transfers.list({ transfer_group: 'pool:1' })).data[0]?.amount_reversed).toBe(100);
});

test('declines carry the decline code and leave the payment waiting for another card', async () => {
  const failure = await charge(await saveCard('4000000000000341')).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { status: 'requires_payment_method' },
  });
});

test('a killed stand-in keeps everything that it acknowledged', async () => {
  const paid = await charge(await saveCard());
  await standIn.kill();
  await standIn.restart();
  expect(await stripe.paymentIntents.retrieve(paid.id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
});

test('the same key answers the same, with another body fails, and is free again after a day', async () => {
  const idempotencyKey = 'once:1';
  const first = await stripe.customers.create({ metadata: { user: 'a' } }, { idempotencyKey });
  expect((await stripe.customers.create({ metadata: { user: 'a' } }, { idempotencyKey })).id).toBe(first.id);
  const other = stripe.customers.create({ metadata: { user: 'b' } }, { idempotencyKey });
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  await standIn.control('clock', { advanceSeconds: 23 * 3600 });
  expect((await stripe.customers.create({ metadata: { user: 'a' } }, { idempotencyKey })).id).toBe(first.id);
  await standIn.control('clock', { advanceSeconds: 3600 });
  expect((await stripe.customers.create({ metadata: { user: 'a' } }, { idempotencyKey })).id).not.toBe(first.id);
});

test('a key whose first request still runs is refused', async () => {
  await standIn.setFaults({ rules: [{ path: 'customers', kind: 'slow', delayMs: 300 }] });
  const idempotencyKey = 'busy:1';
  const answers = await Promise.allSettled(
    [1, 2].map(() => stripe.customers.create({ metadata: { user: 'a' } }, { idempotencyKey })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { statusCode: 409, code: 'idempotency_key_in_use' },
  });
});

test('unknown and deprecated parameters, and money without a stored key, are refused', async () => {
  const unknown = stripe.customers.create({ nickname: 'Bo' } as Stripe.CustomerCreateParams, key());
  await expect(unknown).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nickname' });
  const payment = { amount: 1000, currency: 'usd' };
  const fee = stripe.paymentIntents.create({ ...payment, application_fee_amount: 1 }, key());
  await expect(fee).rejects.toThrow('application_fee_amount');
  const types = stripe.paymentIntents.create({ ...payment, ...{ payment_method_types: ['card'] } }, key());
  await expect(types).rejects.toThrow('payment_method_types');
  await expect(stripe.paymentIntents.create(payment)).rejects.toThrow('idempotency key');
  await expect(stripe.charges.create(payment, key())).rejects.toThrow('PaymentIntent');
  await expect(stripe.accounts.create({ type: 'express' }, key())).rejects.toThrow('/v2/core/accounts');
  const v2 = stripe.v2.core.accounts.create({ nickname: 'Bo' } as Stripe.V2.Core.AccountCreateParams, key());
  await expect(v2).rejects.toThrow('Received unknown parameter: nickname');
});

const faultsAfter = ['hang_after', 'reset_after', 'error_after', 'malformed', 'wrong_type'] as const;
test.each(faultsAfter)('%s: the money has moved although the caller got no answer', async (kind) => {
  const saved = await saveCard();
  // The SDK repeats a request once when the connection breaks, with the same key.
  await standIn.setFaults({ rules: [{ path: '/confirm$', kind, times: 2 }] });
  const impatient = standIn.client({ timeout: 200 });
  const intent = await stripe.paymentIntents.create(
    { amount: 700, currency: 'usd', customer: saved.customer, payment_method: saved.card },
    key(),
  );
  const confirmation = key();
  const lost = impatient.paymentIntents.confirm(intent.id, { off_session: true }, confirmation);
  await expect(lost).rejects.toThrow();
  await standIn.setFaults({});
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  const again = stripe.paymentIntents.confirm(intent.id, { off_session: true }, confirmation);
  if (kind === 'error_after') await expect(again).rejects.toMatchObject({ statusCode: 500 });
  else expect((await again).status).toBe('succeeded');
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test.each(['error_before', 'rate_limited'] as const)('%s: nothing has happened, and the key is free', async (kind) => {
  const saved = await saveCard();
  await standIn.setFaults({ rules: [{ path: '/payment_intents$', method: 'POST', kind }] });
  const key_ = key();
  const request = { amount: 700, currency: 'usd', customer: saved.customer, payment_method: saved.card };
  await expect(stripe.paymentIntents.create(request, key_)).rejects.toThrow();
  expect((await stripe.paymentIntents.list({ customer: saved.customer })).data).toHaveLength(0);
  expect((await stripe.paymentIntents.create(request, key_)).status).toBe('requires_confirmation');
});

test('more requests per second than the limit are refused and counted', async () => {
  await standIn.control('settings', { rateLimit: 5 });
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => stripe.balance.retrieve()));
  await standIn.control('settings', { rateLimit: null });
  expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect((await standIn.state()).rate.refused).toBeGreaterThan(0);
});

test('a charge can show its fee later than its success', async () => {
  await standIn.control('settings', { bookedAfterSeconds: 60 });
  const paid = await charge(await saveCard());
  expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { balance_transaction: null } });
  await standIn.control('clock', { advanceSeconds: 61 });
  const later = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge.balance_transaction'] });
  await standIn.control('settings', { bookedAfterSeconds: 0 });
  expect(later.latest_charge).toMatchObject({ balance_transaction: { fee: 59 } });
});
