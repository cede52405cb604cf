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
      metadata: { reference: 'payment:1' },
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
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      include: ['configuration.recipient', 'requirements'],
    },
    key(),
  );
  expect(account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status).toBe('pending');
  const link = await stripe.v2.core.accountLinks.create({
    account: account.id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        configurations: ['recipient'],
        refresh_url: 'http://127.0.0.1:1/again',
        return_url: 'http://127.0.0.1:1/back',
      },
    } as Stripe.V2.Core.AccountLinkCreateParams.UseCase,
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
  await stripe.refunds.create({ charge: latest.id, amount: 300, metadata: { reference: 'refund:1' } }, key());
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
