import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { allLocales } from '#contract/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chargeState, inUsd } from './charge-state.ts';
import type { StripeContext } from './client.ts';
import { declineOf } from './decline-codes.ts';
import { disputeState, evidenceOf } from './disputes.ts';
import { asFault } from './faults.ts';
import { sessionBasics } from './hosted-payments.ts';
import { movementsOf } from './movements.ts';
import { accountState } from './onboarding.ts';
import { refundState } from './refunds.ts';
import { createThrottle, endpointOf } from './throttle.ts';
import { readWebhook } from './webhooks.ts';

const samplesFile = resolve(import.meta.dirname, '../../../../shared/stripe/fixtures3.json');
const samples = existsSync(samplesFile)
  ? (JSON.parse(readFileSync(samplesFile, 'utf8')) as { resources: Record<string, object> }).resources
  : undefined;

const intent = (fields: object) =>
  ({
    id: 'pi_1',
    amount: 1000,
    amount_received: 1000,
    currency: 'usd',
    metadata: { fanfare_reference: 'payment:1' },
    latest_charge: null,
    last_payment_error: null,
    ...fields,
  }) as unknown as Stripe.PaymentIntent;
const transaction = (fields: object) =>
  ({
    type: 'charge',
    amount: 1000,
    fee: 59,
    currency: 'usd',
    exchange_rate: null,
    source: null,
    ...fields,
  }) as unknown as Stripe.BalanceTransaction;

test('a succeeded charge is processing until Stripe has written its fee', () => {
  const paid = (balance_transaction: object | null) =>
    chargeState(intent({ status: 'succeeded', latest_charge: { id: 'ch_1', balance_transaction } })).status;
  expect(paid(null)).toBe('processing');
  expect(paid(transaction({}))).toBe('succeeded');
});

test('a succeeded charge counts what Stripe has received, so that a partial capture is not taken for the whole', () => {
  const latest_charge = { id: 'ch_1', balance_transaction: transaction({}) };
  const partial = intent({ status: 'succeeded', amount_received: 600, latest_charge });
  expect(chargeState(partial)).toMatchObject({ status: 'succeeded', amountCents: 600 });
});

test('each status of a PaymentIntent has one meaning', () => {
  const statusOf = (status: string, more: object = {}) => chargeState(intent({ status, ...more })).status;
  expect(
    ['requires_confirmation', 'requires_action', 'requires_payment_method', 'processing', 'canceled'].map((status) =>
      statusOf(status),
    ),
  ).toEqual(['open', 'open', 'open', 'processing', 'failed']);
  expect(statusOf('requires_payment_method', { last_payment_error: { code: 'card_declined' } })).toBe('failed');
  expect(() => chargeState(intent({ status: 'succeeded', currency: 'eur' }))).toThrow('eur');
});

test('a decline tells the fan what to do, and an unknown code is never retried', () => {
  expect(declineOf({ code: 'card_declined', decline_code: 'insufficient_funds' })).toEqual({
    kind: 'soft',
    code: 'insufficient_funds',
    reason: 'Your card has insufficient funds. Add funds, or use another card.',
  });
  expect(declineOf({ code: 'authentication_required' }).kind).toBe('needs_action');
  expect(declineOf({ code: 'card_declined', decline_code: 'stolen_card' }).reason).toBe(
    declineOf({ code: 'card_declined', decline_code: 'generic_decline' }).reason,
  );
  expect(declineOf({ code: 'a_new_code' }).kind).toBe('hard');
  expect(declineOf({})).toMatchObject({ kind: 'hard', code: 'card_declined' });
});

test("the bank's advice outranks the table", () => {
  const soft = { decline_code: 'insufficient_funds', advice_code: 'do_not_try_again' };
  expect(declineOf(soft).kind).toBe('hard');
  expect(declineOf({ decline_code: 'generic_decline', advice_code: 'try_again_later' }).kind).toBe('soft');
  expect(declineOf({ code: 'authentication_required', advice_code: 'do_not_try_again' }).kind).toBe('needs_action');
});

test('only certain refusals count as refused', () => {
  const { errors } = Stripe;
  const kindOf = (error: unknown) => asFault('refund', error).kind;
  const raw = (statusCode: number, more: object = {}) =>
    ({ message: 'no', type: 'api_error', statusCode, ...more }) as never;
  expect(kindOf(errors.StripeError.generate(raw(400, { type: 'invalid_request_error' })))).toBe('refused');
  expect(kindOf(errors.StripeError.generate(raw(404, { type: 'invalid_request_error' })))).toBe('refused');
  expect(kindOf(errors.StripeError.generate(raw(402, { type: 'card_error' })))).toBe('refused');
  expect(kindOf(errors.StripeError.generate(raw(400, { type: 'idempotency_error' })))).toBe('unknown');
  expect(kindOf(errors.StripeError.generate(raw(400, { code: 'rate_limit' })))).toBe('unknown');
  for (const status of [401, 403, 409, 429, 500, 503]) {
    expect(kindOf(errors.StripeError.generate(raw(status))), String(status)).toBe('unknown');
  }
  expect(kindOf(new errors.StripeConnectionError({ message: 'reset' } as never))).toBe('unknown');
  expect(kindOf(new TypeError('a field is missing'))).toBe('unknown');
});

test('movements carry our reference, and the fee is a separate one', () => {
  const source = { object: 'charge', id: 'ch_1', metadata: { fanfare_reference: 'payment:1' } };
  expect(movementsOf(transaction({ source }))).toEqual([
    { reference: 'payment:1', kind: 'charge', amountCents: 1000 },
    { reference: 'payment:1', kind: 'cost', amountCents: -59 },
  ]);
  const dispute = { object: 'dispute', id: 'dp_1', metadata: {} };
  expect(movementsOf(transaction({ type: 'adjustment', amount: -1000, fee: 1500, source: dispute }))).toEqual([
    { reference: 'dispute:dp_1', kind: 'dispute', amountCents: -1000 },
    { reference: 'dispute:dp_1', kind: 'dispute_cost', amountCents: -1500 },
  ]);
  const foreign = { object: 'refund', id: 're_1', metadata: {} };
  expect(movementsOf(transaction({ type: 'refund', amount: -1000, fee: 0, source: foreign }))).toEqual([
    { reference: null, kind: 'refund', amountCents: -1000 },
  ]);
  for (const type of ['payout', 'stripe_fee', 'topup']) {
    expect(movementsOf(transaction({ type, source: 'po_1' })), type).toEqual([]);
  }
});

test('amounts of an account that settles in another currency are converted back', () => {
  expect(inUsd(92, { currency: 'eur', exchange_rate: 0.92 })).toBe(100);
  expect(inUsd(100, { currency: 'usd', exchange_rate: null })).toBe(100);
});

test('an account is ready only when transfers are active', () => {
  const account = (status: string, resolution?: string) =>
    accountState({
      id: 'acct_1',
      configuration: {
        recipient: {
          capabilities: {
            stripe_balance: { stripe_transfers: { status, status_details: resolution ? [{ resolution }] : [] } },
          },
        },
      },
    } as unknown as Stripe.V2.Core.Account).status;
  expect(account('active')).toBe('ready');
  expect(account('pending')).toBe('pending');
  expect(account('restricted', 'provide_info')).toBe('pending');
  expect(account('restricted', 'contact_stripe')).toBe('restricted');
  expect(account('rejected', 'no_resolution')).toBe('restricted');
  expect(accountState({ id: 'acct_1' } as Stripe.V2.Core.Account).status).toBe('pending');
});

test('lists what transfers need, and not what only card payments need', () => {
  const entry = (description: string, restricts: [string, string][]) => ({
    awaiting_action_from: 'user',
    description,
    minimum_deadline: { status: 'currently_due' },
    impact: { restricts_capabilities: restricts.map(([configuration, capability]) => ({ configuration, capability })) },
  });
  const { requirements } = accountState({
    id: 'acct_1',
    requirements: {
      entries: [
        entry('bank account', [['recipient', 'stripe_balance.stripe_transfers']]),
        entry('mcc', [['merchant', 'card_payments']]),
        entry('payout hold', [['merchant', 'stripe_balance.payouts']]),
        entry('name', [
          ['merchant', 'card_payments'],
          ['recipient', 'stripe_balance.stripe_transfers'],
        ]),
        entry('unexplained', []),
      ],
    },
  } as unknown as Stripe.V2.Core.Account);
  expect(requirements.map(({ code }) => code)).toEqual(['bank account', 'payout hold', 'name', 'unexplained']);
});

test('reads the fee of a refund from its balance transaction', () => {
  const refund = { id: 're_1', amount: 300, metadata: { fanfare_reference: 'refund:1' }, status: 'succeeded' };
  const done = { ref: 're_1', reference: 'refund:1', amountCents: 300, status: 'done' };
  const withFee = (fee: number) => refundState({ ...refund, balance_transaction: { fee, currency: 'usd' } } as never);
  expect(withFee(25)).toEqual({ ...done, costCents: 25 });
  expect(withFee(0)).toEqual(done);
  expect(refundState({ ...refund, balance_transaction: 'txn_1' } as never)).toEqual(done);
});

test.skipIf(!samples)("maps Stripe's own samples", () => {
  const { refund, dispute } = samples ?? {};
  const refunded = { ...refund, metadata: { fanfare_reference: 'refund:1' }, status: 'failed' };
  expect(refundState(refunded as unknown as Stripe.Refund)).toMatchObject({ reference: 'refund:1', status: 'failed' });
  const opened = { ...dispute, payment_intent: 'pi_1', status: 'warning_needs_response' };
  expect(disputeState(opened as unknown as Stripe.Dispute)).toMatchObject({
    chargeRef: 'pi_1',
    status: 'needs_response',
  });
});

test.each([
  ['appeal_needs_response', [-1000], 'under_review'],
  ['appeal_under_review', [-1000], 'under_review'],
  ['prevented', [], 'won'],
  ['prevented', [-1000, 1000], 'won'],
  ['prevented', [-1000], 'lost'],
])('takes a dispute that is %s after movements of %j for %s', (status, amounts, expected) => {
  const opened = {
    id: 'dp_1',
    payment_intent: 'pi_1',
    amount: 1000,
    currency: 'usd',
    created: 1_700_000_000,
    evidence_details: { due_by: 1_700_000_000, submission_count: 0 },
    balance_transactions: amounts.map((amount) => transaction({ amount, fee: 0 })),
    status,
  };
  const state = disputeState(opened as unknown as Stripe.Dispute);
  expect(state).toMatchObject({ status: expected, dueAt: null });
});

test("cuts evidence to Stripe's limit", () => {
  const text = 'x'.repeat(30_000);
  const base = {
    productDescription: text,
    customerName: 'a',
    customerEmail: 'b',
    receipt: text,
    terms: text,
    accessLog: text,
  };
  const evidence = evidenceOf({ ...base, serviceDate: new Date('2026-11-23T10:00:00Z') });
  expect(evidence.access_activity_log).toHaveLength(20_000);
  expect(evidence.service_date).toBe('2026-11-23');
});

/** The milliseconds that this many calls, as few as one at a time, wait for their turns. */
async function waited(calls: number, throttle = createThrottle(1000), endpoints = ['GET /a']): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) await throttle.turn(endpoints[call % endpoints.length] ?? '');
  return performance.now() - start;
}

test('the pace lets a burst pass and then spaces the calls of each endpoint and of all', async () => {
  const [one, four] = [
    await waited(60),
    await waited(60, createThrottle(1000), ['GET /a', 'GET /b', 'GET /c', 'GET /d']),
  ];
  expect(one).toBeGreaterThan(4 * 50);
  expect(four).toBeGreaterThan(50);
});

test('a refused call slows all calls down, once for the refusals of a second', async () => {
  const throttle = createThrottle(1000);
  for (let refusal = 0; refusal < 5; refusal += 1) throttle.slowDown();
  const slow = await waited(60, throttle);
  expect(slow).toBeGreaterThan((4 * 50) / 0.65);
});

test('endpoints are named without ids', () => {
  expect(endpointOf('GET', '/v1/payment_intents/pi_3N012345678/confirm?expand=a')).toBe(
    'GET /v1/payment_intents/ID/confirm',
  );
  expect(endpointOf('GET', '/v1/checkout/sessions/cs_test_a1b2c3d4e5')).toBe('GET /v1/checkout/sessions/ID');
  expect(endpointOf('POST', '/v1/payment_intents')).toBe('POST /v1/payment_intents');
  expect(endpointOf('GET', '/v1/balance_transactions')).toBe('GET /v1/balance_transactions');
});

const secrets = ['whsec_new', 'whsec_old'];
const stripe = new Stripe('sk_test_1');
const context = { stripe, settings: { live: false, webhookSecrets: secrets } } as unknown as StripeContext;
const now = new Date('2026-11-23T01:00:00Z');
const sql = (async () => [{ now }]) as unknown as Platform['db']['sql'];

function read(event: object, { secret = 'whsec_new', ageS = 0 } = {}) {
  const payload = JSON.stringify(event);
  const timestamp = now.getTime() / 1000 - ageS;
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return readWebhook(context, sql, Buffer.from(payload), { 'stripe-signature': header });
}

const snapshot = (type: string, object: object, more: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type,
  livemode: false,
  data: { object },
  ...more,
});
const paid = snapshot('payment_intent.succeeded', {
  id: 'pi_1',
  object: 'payment_intent',
  metadata: { fanfare_reference: 'payment:1' },
});

test('accepts events signed with any of the secrets, up to five minutes off', async () => {
  const about = { id: 'evt_1', type: 'payment_intent.succeeded', reference: 'payment:1', declined: false };
  const event = { ...about, payload: { object: 'pi_1' } };
  expect(await read(paid)).toEqual(event);
  expect(await read(paid, { secret: 'whsec_old' })).toEqual(event);
  expect(await read(paid, { ageS: 299 })).toEqual(event);
  expect(await read(paid, { ageS: -299 })).toEqual(event);
  for (const wrong of [{ secret: 'whsec_other' }, { ageS: 301 }, { ageS: -301 }]) {
    await expect(read(paid, wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'webhook_signature' });
  }
  await expect(readWebhook(context, sql, Buffer.from('{}'), {})).rejects.toMatchObject({ code: 'webhook_signature' });
});

test('refuses events of the other mode and bodies that are no events', async () => {
  await expect(read({ ...paid, livemode: true })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(read({ hello: 1 })).rejects.toMatchObject({ code: 'validation_failed' });
});

test('an event names the object to look up', async () => {
  const referenceOf = async (event: object) => (await read(event)).reference;
  expect(await referenceOf(snapshot('charge.dispute.created', { id: 'dp_1', object: 'dispute' }))).toBe('dispute:dp_1');
  const warning = { id: 'issfr_1', object: 'radar.early_fraud_warning' };
  expect(await referenceOf(snapshot('radar.early_fraud_warning.created', warning))).toBe('warning:issfr_1');
  const card = { id: 'pm_1', object: 'payment_method' };
  expect(await referenceOf(snapshot('payment_method.automatically_updated', card))).toBe('card:pm_1');
  expect(await referenceOf(snapshot('customer.created', { id: 'cus_1', object: 'customer' }))).toBeNull();
  expect(await referenceOf({ ...paid, account: 'acct_1' })).toBeNull();
  const thin = {
    id: 'evt_2',
    object: 'v2.core.event',
    type: 'v2.core.account[requirements].updated',
    livemode: false,
    related_object: { id: 'acct_1', type: 'v2.core.account' },
  };
  expect(await referenceOf(thin)).toBe('account:acct_1');
});

test('a page is in the language of the fan as far as Stripe has it, and in that of the browser for attempts without one', () => {
  const request = { customerRef: 'cus_1', reference: 'payment:1', key: 'payment:1', description: 'A song' };
  const urls = { successUrl: 'https://fanfare.example/a', cancelUrl: 'https://fanfare.example/b' };
  const context = { settings: {} } as StripeContext;
  const localeOf = (locale: string | null) => sessionBasics(context, { ...request, ...urls, locale }).locale;
  const asked = [...allLocales, 'tlh', null].map((locale) => [locale, localeOf(locale)]);
  expect(asked).toEqual([
    ['en', 'en'],
    ['de', 'de'],
    ['es', 'es'],
    ['fr', 'fr'],
    ['pt-BR', 'pt-BR'],
    ['ar', 'en'],
    ['ja', 'ja'],
    ['en-XA', 'en'],
    ['tlh', 'en'],
    [null, 'auto'],
  ]);
});
