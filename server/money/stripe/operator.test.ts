import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { Platform } from '#server/platform/platform.ts';
import type { StripeContext } from './client.ts';
import { asFault } from './faults.ts';
import { movementsOf } from './movements.ts';
import { readWebhook } from './webhooks.ts';

const { StripeError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

const refused = (raw: object) => asFault('call', new StripeInvalidRequestError({ statusCode: 400, ...raw } as never));

test('refusals carry the code and text of Stripe, and who can solve them if the code tells', () => {
  expect(refused({ code: 'balance_insufficient', message: 'No funds.' })).toMatchObject({
    kind: 'refused',
    solver: 'operator',
    answer: { code: 'balance_insufficient', text: 'No funds.', advice: expect.stringContaining('Add money') },
  });
  expect(refused({ code: 'insufficient_capabilities_for_transfer' }).solver).toBe('creator');
  expect(refused({ code: 'resource_missing', param: 'destination' }).solver).toBe('creator');
  expect(refused({ code: 'resource_missing', param: 'customer' }).solver).toBeUndefined();
  const border =
    "Funds can't be sent to accounts located in JP because it's restricted outside of your platform's region.";
  expect(refused({ type: 'invalid_request_error', message: border })).toMatchObject({
    solver: undefined,
    answer: { code: 'invalid_request_error', text: border, advice: expect.stringContaining('PLATFORM_COUNTRY') },
  });
});

test.each([
  'connect_profile_not_submitted',
  'account_creation_liability_unacknowledged',
  'capability_not_available_without_other_capability',
  'capability_not_available_without_other_capability_in_country',
  'platform_registration_required',
])('%s of the v2 API is a refusal with advice that no creator can follow', (code) => {
  const fault = asFault('createAccount', new StripeError({ statusCode: 400, code, message: 'No.' } as never));
  expect(fault).toMatchObject({ kind: 'refused', answer: { code, text: 'No.', advice: expect.any(String) } });
  expect(fault.solver).not.toBe('creator');
});

test('a key without a permission leaves the outcome unknown, and is the operator’s to solve', () => {
  const error = new StripePermissionError({ statusCode: 403, message: 'The key lacks x_read.' } as never);
  expect(asFault('listMovements', error)).toMatchObject({
    kind: 'unknown',
    solver: 'operator',
    answer: { code: 'permission_missing', text: 'The key lacks x_read.' },
  });
});

const transaction = (fields: object) =>
  ({ id: 'txn_1', amount: -500, fee: 0, currency: 'usd', exchange_rate: null, source: null, ...fields }) as never;

test('reserves and collections are movements that we book, and bank payouts and top-ups are not', () => {
  for (const type of ['reserve_hold', 'payout_minimum_balance_hold']) {
    expect(movementsOf(transaction({ type, balance_type: 'payments' })), type).toEqual([
      { reference: 'reserve:txn_1', kind: 'reserve', amountCents: -500 },
    ]);
  }
  expect(movementsOf(transaction({ type: 'reserve_hold', balance_type: 'risk_reserved', amount: 500 }))).toEqual([]);
  const source = { object: 'connect_collection_transfer', id: 'cct_1', destination: 'acct_1' };
  expect(movementsOf(transaction({ type: 'connect_collection_transfer', source }))).toEqual([
    { reference: 'collection:txn_1', kind: 'collection', amountCents: -500, accountRef: 'acct_1' },
  ]);
  for (const type of ['payout', 'topup', 'stripe_fee']) expect(movementsOf(transaction({ type })), type).toEqual([]);
});

const stripe = new Stripe('sk_test_1');
const now = new Date('2026-11-23T01:00:00Z');
const sql = (async () => [{ now }]) as unknown as Platform['db']['sql'];

function read(event: object, live: boolean) {
  const context = { stripe, settings: { live, webhookSecrets: ['whsec'] } } as unknown as StripeContext;
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', livemode: live, ...event });
  const timestamp = now.getTime() / 1000;
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec', timestamp });
  return readWebhook(context, sql, Buffer.from(payload), { 'stripe-signature': header });
}

test('bank payouts of a connected account name the account, and our own name nothing', async () => {
  const payout = { type: 'payout.failed', data: { object: { id: 'po_1', object: 'payout', metadata: {} } } };
  expect((await read({ ...payout, account: 'acct_1' }, true)).reference).toBe('account:acct_1');
  expect((await read({ ...payout, type: 'payout.paid', account: 'acct_1' }, true)).reference).toBe('account:acct_1');
  expect((await read(payout, true)).reference).toBeNull();
});

test('a test event at a live endpoint is accepted and ignored, and a live one in test mode is refused', async () => {
  const metadata = { fanfare_reference: 'payment:1' };
  const paid = {
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', metadata } },
  };
  expect((await read({ ...paid, livemode: false }, true)).reference).toBeNull();
  expect((await read(paid, true)).reference).toBe('payment:1');
  await expect(read({ ...paid, livemode: true }, false)).rejects.toMatchObject({ code: 'validation_failed' });
});
