import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CardProcessor, ProcessorFault } from '#server/money/card-processor.ts';
import { ensureCustomer } from '#server/money/cards/ensure-customer.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type MoneyApp, startMoneyApp } from '#testing/money.ts';
import { withProcessors } from './processors.ts';
import { compareAccounts, refuseOtherAccount } from './refuse-other-account.ts';

let app: MoneyApp;
beforeEach(async () => {
  app = await startMoneyApp();
});
afterEach(() => app.stop());

/** An installation on this database with a key of this account at Stripe. */
function withKeyOf(account: string, { live = false } = {}): MoneyContext {
  const stripe: CardProcessor = {
    ...app.context.cards,
    name: 'stripe',
    testMode: !live,
    readAccount: async () => account,
  };
  return { ...app.context, ...withProcessors(stripe) };
}

async function boundTo(): Promise<{ live: boolean; accountRef: string }[]> {
  return app.context.db.sql`select live, account_ref from processor_accounts order by live`;
}

test('binds the database to the account of the first start, and follows the key until money depends on it', async () => {
  await refuseOtherAccount(withKeyOf('acct_a'));
  await refuseOtherAccount(withKeyOf('acct_a'));
  expect(await boundTo()).toEqual([{ live: false, accountRef: 'acct_a' }]);
  await refuseOtherAccount(withKeyOf('acct_b'));
  expect(await boundTo()).toEqual([{ live: false, accountRef: 'acct_b' }]);
});

test('refuses the key of another account once a customer belongs to the bound one', async () => {
  const context = withKeyOf('acct_a');
  await refuseOtherAccount(context);
  await ensureCustomer(context, context.cards, await app.newUser());
  const message = 'belongs to the stripe account acct_a, and the configured key belongs to acct_b';
  await expect(refuseOtherAccount(withKeyOf('acct_b'))).rejects.toThrow(message);
  const other = withKeyOf('acct_b');
  expect(await compareAccounts(other, other.cards)).toEqual({ bound: 'acct_a', configured: 'acct_b' });
  await refuseOtherAccount(context);
  expect(await boundTo()).toEqual([{ live: false, accountRef: 'acct_a' }]);
});

test('binds test and live mode apart', async () => {
  const context = withKeyOf('acct_a');
  await refuseOtherAccount(context);
  await ensureCustomer(context, context.cards, await app.newUser());
  await refuseOtherAccount(withKeyOf('acct_b', { live: true }));
  expect(await boundTo()).toEqual([
    { live: false, accountRef: 'acct_a' },
    { live: true, accountRef: 'acct_b' },
  ]);
});

test('lets one account win when two nodes start with different keys', async () => {
  const contexts = [withKeyOf('acct_a'), withKeyOf('acct_b')];
  const userId = await app.newUser();
  await ensureCustomer(contexts[0] as MoneyContext, (contexts[0] as MoneyContext).cards, userId);
  const results = await Promise.allSettled(contexts.map(refuseOtherAccount));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await boundTo()).toHaveLength(1);
});

test('starts without an answer from the processor, and does nothing for one without accounts', async () => {
  const context = withKeyOf('acct_a');
  context.cards.readAccount = () => Promise.reject(new ProcessorFault('unknown', 'no answer'));
  await refuseOtherAccount(context);
  await refuseOtherAccount(app.context);
  expect(await boundTo()).toEqual([]);
});
