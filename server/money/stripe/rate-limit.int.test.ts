import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '#server/money/reconcile.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { giveUpPool } from '#server/pools/lifecycle/answer-as-creator.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { freePort } from '#testing/free-port.ts';
import { addPledgedPool, type PledgedPool } from '#testing/pledged-pool.ts';
import { type StripeSetUp, setUpStripe } from '#testing/stripe-stand-in/set-up.ts';

/** Two nodes collect a pool and refund it. Each believes that it may use 80 % of the limit alone. */
const fans = 60;
const limitPerSecond = 40;
let stripe: StripeSetUp;
let first: TestApp;
let second: TestApp;
let pool: PledgedPool;

beforeAll(async () => {
  stripe = await setUpStripe();
  const env = { ...stripe.env, STRIPE_CALLS_PER_SECOND: String(limitPerSecond * 0.8) };
  first = await startTestApp({ env });
  second = await startTestApp({ env: { ...env, PORT: String(await freePort()) }, beside: first });
  pool = await addPledgedPool(first.context, stripe.process, { fans, amountCents: 10_00 });
  await stripe.process.control('settings', { rateLimit: limitPerSecond });
});
afterAll(async () => {
  await second.close();
  await first.close();
  await stripe.stop();
});

async function statuses(): Promise<Record<string, number>> {
  const rows = await first.context.db.sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from pledges group by status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Runs the jobs of both nodes, and returns the share of calls that Stripe refused. */
async function refusedShare(act: () => Promise<unknown>): Promise<number> {
  await stripe.process.control('reset-figures');
  await act();
  await Promise.all([first.settle(), second.settle()]);
  const { rate } = await stripe.process.state();
  // The nodes slow down, but do not nearly stop. A quiet machine reaches the limit, a busy one a third of it.
  expect(rate.highestPerSecond).toBeGreaterThan(limitPerSecond / 8);
  return rate.refused / (rate.taken + rate.refused);
}

test('charges every fan once, with few refused calls', async () => {
  const terms = { deliveryDays: 10, floorCents: 10_00 };
  const share = await refusedShare(() => acceptPool(first.context, pool.creator, pool.id, terms));
  expect(await statuses()).toEqual({ paid: fans });
  const charges = await stripe.process.table('charges');
  expect(charges.map(({ status }) => status)).toEqual(Array(fans).fill('succeeded'));
  expect((await stripe.process.state()).chargedTwice).toEqual([]);
  // Without slowing down, a third is refused.
  expect(share).toBeLessThan(0.2);
});

test('a webhook about a paid charge makes no call', async () => {
  const { requests } = await stripe.process.state();
  expect(requests['POST /v1/payment_intents/{intent}/confirm']).toBe(fans);
  // Only webhooks that overtook the answer of their call look the charge up.
  expect(requests['GET /v1/payment_intents/{intent}'] ?? 0).toBeLessThan(fans / 2);
});

test('the reconciler reads the movements once while the books agree', async () => {
  await stripe.process.control('reset-figures');
  const report = await reconcile(first.context, { olderThanMs: 0, far: false });
  expect(report).toMatchObject({ failed: 0, mismatches: [] });
  expect((await stripe.process.state()).requests['GET /v1/balance_transactions']).toBe(1);
});

test('refunds every fan once, with few refused calls', async () => {
  const share = await refusedShare(() => giveUpPool(first.context, pool.creator, pool.id));
  expect(await statuses()).toEqual({ refunded: fans });
  expect(await stripe.process.table('refunds')).toHaveLength(fans);
  expect(share).toBeLessThan(0.2);
});
