import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import type { CardProcessor } from '#server/money/card-processor.ts';
import { createStripe } from '#server/money/stripe/stripe-processor.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase } from '#testing/database.ts';
import { StripeProcess } from '#testing/stripe-stand-in/process.ts';
import type { ChangingCall, Driver, LostRequest, TestCard } from './driver.ts';

/** https://docs.stripe.com/testing. The bank asks for approval of `insufficient` once, when it is saved. */
const numbers: Record<TestCard, string> = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000008260003178',
  asks: '4000002760003184',
};
const paths: Record<ChangingCall, string> = {
  createCustomer: '^/v1/customers$',
  startCardSetup: '^/v1/checkout/sessions$',
  startPayment: '^/v1/checkout/sessions$',
  createCharge: '^/v1/payment_intents$',
  confirmCharge: '/confirm$',
  cancelCharge: '/cancel$',
  closeSession: '/expire$',
  refund: '^/v1/refunds$',
  payOut: '^/v1/transfers$',
  reverseTransfer: '/reversals$',
};
/** The adapter repeats a call after 429, and the SDK once after a reset connection, so neither would reach the caller. */
const faults = { unreachable: 'error_before', lost: 'malformed' } as const satisfies Record<LostRequest, string>;
const secrets = { current: 'whsec_current', previous: 'whsec_previous', other: 'whsec_other' };

/** The Stripe adapter against the stand-in for Stripe, which runs as a separate process. */
export async function openStripeDriver(): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-stripe-'));
  const [standIn, database] = await Promise.all([StripeProcess.start(folder), createTestDatabase()]);
  const db = openDatabase(database.url, { log: createLogger('silent'), max: 2 });
  const config = readConfig({
    NODE_ENV: 'test',
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: `${secrets.current},${secrets.previous}`,
    STRIPE_API_BASE: standIn.url,
  });
  const port = createStripe({ config, db });
  const stripe = standIn.client();
  let account: Promise<string> | undefined;
  const submit = async (url: string, fields: Record<string, string>) => {
    const { status, text } = await standIn.submit(url, fields);
    if (status >= 400 && status !== 402) throw new Error(`the hosted page answered ${status}: ${text}`);
  };
  return {
    port,
    async enterCard(url, card) {
      const fields = { number: numbers[card], expires: '12 / 49' };
      await submit(url, fields);
      if (card === 'insufficient') await submit(url, { ...fields, approval: 'approve' });
    },
    answerBank: (url, approval) => submit(url, { number: numbers.asks, expires: '12 / 49', approval }),
    loseNext: (call, how) => standIn.setFaults({ rules: [{ kind: faults[how], method: 'POST', path: paths[call] }] }),
    payoutAccount() {
      account ??= onboard(port, standIn);
      return account;
    },
    settle: async () => undefined,
    async balanceCents() {
      const { available, pending } = await stripe.balance.retrieve();
      return [...available, ...pending].reduce((total, { amount }) => total + amount, 0);
    },
    async events(reference, { secret = 'current', ageS = 0 } = {}) {
      const events = await standIn.table('events');
      const own = events.filter(({ data }) => {
        const { metadata } = data.object as { metadata?: Stripe.Metadata | null };
        return metadata?.fanfare_reference === reference;
      });
      return own.map((event) => {
        const payload = JSON.stringify(event);
        const timestamp = Math.floor(Date.now() / 1000) - ageS;
        const header = stripe.webhooks.generateTestHeaderString({ payload, secret: secrets[secret], timestamp });
        return { rawBody: Buffer.from(payload), headers: { 'stripe-signature': header } };
      });
    },
    async close() {
      await standIn.kill();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Onboards a creator on the hosted page of the stand-in. */
async function onboard({ onboarding }: Pick<CardProcessor, 'onboarding'>, standIn: StripeProcess): Promise<string> {
  assert.ok(onboarding);
  const userId = randomUUID();
  const { accountRef } = await onboarding.createAccount({
    userId,
    email: 'maya@example.org',
    displayName: 'Maya',
    country: 'US',
    key: `account:${userId}`,
  });
  const back = 'https://fanfare.example/back';
  const { url } = await onboarding.startOnboarding({ accountRef, returnUrl: back, refreshUrl: back });
  await standIn.submit(url, { outcome: 'ready' });
  return accountRef;
}
