import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StripeProcess } from './process.ts';

const secret = 'whsec_test';
const received: { body: string; headers: IncomingHttpHeaders }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  received.push({ body, headers: request.headers });
  response.end();
});
let folder: string;
let standIn: StripeProcess;
let stripe: Stripe;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
  standIn = await StripeProcess.start(folder);
  stripe = standIn.client();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
  await standIn.control('endpoint', { url, secret });
  await standIn.control('endpoint', { url, secret, payload: 'thin' });
});
afterAll(async () => {
  await standIn.kill();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

let keys = 0;
const key = () => ({ idempotencyKey: `webhooks:${keys++}` });

test('snapshot events are signed, name the change, and can be retrieved', async () => {
  const customer = await stripe.customers.create({ metadata: { fanfare_reference: 'user:1' } }, key());
  await expect.poll(() => received.length).toBe(1);
  const [{ body, headers }] = received as [(typeof received)[0]];
  const event = stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), secret);
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } });
  expect((await stripe.events.retrieve(event.id)).type).toBe('customer.created');
  expect(() => stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_other')).toThrow();
});

test('account events are thin: they name the account and nothing else', async () => {
  received.length = 0;
  const account = await stripe.v2.core.accounts.create(
    {
      dashboard: 'express',
      identity: { country: 'us' },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: {
        merchant: { capabilities: { card_payments: { requested: true } } },
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
    },
    key(),
  );
  await expect.poll(() => received.length).toBe(1);
  const [{ body, headers }] = received as [(typeof received)[0]];
  const event = stripe.parseEventNotification(body, String(headers['stripe-signature']), secret);
  expect(event).toMatchObject({ type: 'v2.core.account.created', related_object: { id: account.id } });
  expect(body).not.toContain('display_name');
});

test('the plan loses all webhooks, or sends every one twice', async () => {
  await standIn.control('settings', { webhooks: { seed: 1, lost: 1 } });
  received.length = 0;
  await stripe.customers.create({}, key());
  await standIn.control('settings', { webhooks: { seed: 1, doubled: 1, late: 1, maxDelayMs: 50 } });
  await stripe.customers.create({}, key());
  await expect.poll(() => received.length).toBe(2);
  expect(new Set(received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)).size).toBe(1);
});

test('a dispute takes the amount and the fee, evidence is sent once, and a win returns the amount', async () => {
  await standIn.control('settings', { webhooks: null });
  const intent = await stripe.paymentIntents.create(
    { amount: 2000, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true },
    key(),
  );
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
  expect(dispute).toMatchObject({ status: 'needs_response', balance_transactions: [{ net: -3500 }] });
  const sent = await stripe.disputes.update(
    dispute?.id ?? '',
    { evidence: { receipt: undefined, product_description: 'A song' } },
    key(),
  );
  expect(sent).toMatchObject({ status: 'under_review', evidence: { product_description: 'A song' } });
  await standIn.control('close-dispute', { dispute: sent.id, status: 'won' });
  expect((await stripe.disputes.retrieve(sent.id)).status).toBe('won');
  expect((await standIn.state()).balance.total).toBe(2000 - 88 - 1500);
});
