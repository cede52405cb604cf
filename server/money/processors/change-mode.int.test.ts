import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CardProcessor } from '#server/money/card-processor.ts';
import { ensureCustomer } from '#server/money/cards/ensure-customer.ts';
import { type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { withProcessors } from './processors.ts';
import { refuseLiveData, refuseTestLeftovers } from './refuse-test-leftovers.ts';

let app: MoneyApp;
beforeEach(async () => {
  app = await startMoneyApp();
});
afterEach(() => app.stop());

/** An installation on this database whose main processor is Stripe, in one of its modes. */
function atStripe(mode: 'test' | 'live') {
  const stripe: CardProcessor = { ...app.context.cards, name: 'stripe', testMode: mode === 'test' };
  return { ...app.context, ...withProcessors(stripe) };
}

async function customerOf(userId: string) {
  const [row] = await app.context.db.sql<{ live: boolean }[]>`
    select live from processor_customers where user_id = ${userId} and processor = 'stripe'`;
  return row;
}

test('forgets the customers of test mode at the first start with a live key, so that fans can pay', async () => {
  const userId = await app.newUser();
  await ensureCustomer(atStripe('test'), atStripe('test').cards, userId);
  await refuseTestLeftovers(atStripe('live'));
  expect(await customerOf(userId)).toBeUndefined();
  await ensureCustomer(atStripe('live'), atStripe('live').cards, userId);
  await refuseTestLeftovers(atStripe('live'));
  expect(await customerOf(userId)).toEqual({ live: true });
});

test('refuses a test key on a database with live customers, such as a restored backup', async () => {
  await refuseLiveData(atStripe('test'));
  await ensureCustomer(atStripe('live'), atStripe('live').cards, await app.newUser());
  await refuseLiveData(atStripe('live'));
  await expect(refuseLiveData(atStripe('test'))).rejects.toThrow('live customers');
  // A restore drill runs without the keys of the processor.
  await refuseLiveData(app.context);
});

test('refuses a live key while a payout of test money has not arrived', async () => {
  const userId = await app.newUser();
  const [subject, cause] = [`pledge:${randomUUID()}`, `release:pool:${randomUUID()}`];
  const { sql } = app.context.db;
  await sql`
    insert into payments (id, subject, attempt, user_id, held_account, kind, amount_cents, description, processor, session_ref,
      status, claimed_by, idempotency_key, processor_ref, settled_at)
    values (${randomUUID()}, ${subject}, 1, ${userId}, ${`held:${randomUUID()}`}, 'hosted', 1000, '', 'stripe', 'cs_test_1',
      'succeeded', ${cause}, ${`payment:${randomUUID()}`}, 'pi_1', now())`;
  await refuseTestLeftovers(atStripe('live'));
  await sql`
    insert into payouts (user_id, subject, amount_cents, processor, release_cause, status, idempotency_key)
    values (${userId}, ${subject}, 900, 'stripe', ${cause}, 'waiting', ${`payout:${randomUUID()}`})`;
  await expect(refuseTestLeftovers(atStripe('live'))).rejects.toThrow('1 unfinished');
});
