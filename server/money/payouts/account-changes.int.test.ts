import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chargeSavedCard } from '#server/money/charge-saved-card.ts';
import { owedOn } from '#server/money/ledger.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { cards, type MoneyApp, startMoneyApp, startMoneyNode } from '#testing/money.ts';
import { type OnboardingControl, type OnboardingSandbox, withOnboarding } from '#testing/onboarding-processor.ts';
import { payoutHoldInvariants } from './check-payout-holds.ts';
import { readPayoutState } from './read-payout-state.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { requestPayout } from './request-payout.ts';
import { retryPayout } from './retry-payout.ts';
import { splitHeldMoney } from './split-held-money.ts';
import { startOnboarding } from './start-onboarding.ts';

/** Payouts wait two days after the payout account or its bank details have changed. */
let app: MoneyApp;
let control: OnboardingControl;
const changes: { userId: string; what: string }[] = [];
beforeAll(async () => {
  app = await startMoneyApp({}, withOnboarding);
  ({ control } = app.context.cards as OnboardingSandbox);
  app.context.facts.within('payout_account.replaced', async (_tx, { userId, what }) => {
    changes.push({ userId, what });
  });
});
afterEach(async () => {
  app.faults.clear();
  changes.length = 0;
  await app.check();
  for (const { rows } of await checkInvariants(app.context.db.sql, payoutHoldInvariants)) expect(rows).toEqual([]);
});
afterAll(() => app.close());

const processor = 'sandbox';
const setUp = (userId: string, country?: string) =>
  startOnboarding(app.context, { userId, processor, email: 'maya@example.test', displayName: 'Maya', country });
const refresh = (userId: string) => refreshPayoutAccount(app.context, { userId, processor });
const holdOf = async (userId: string) => (await readPayoutState(app.context, { userId, processor })).changeHoldUntil;

async function refOf(userId: string): Promise<string> {
  const [row] = await app.context.db.sql<{ accountRef: string | null }[]>`
    select account_ref from payout_accounts where user_id = ${userId}`;
  return row?.accountRef ?? '';
}

/** A creator with a ready account and bank details. */
async function readyCreator(bank = 'bank 1'): Promise<{ userId: string; ref: string }> {
  const userId = await app.newUser();
  await setUp(userId, 'US');
  const ref = await refOf(userId);
  control.set(ref, 'ready');
  control.setBank(ref, bank);
  await refresh(userId);
  return { userId, ref };
}

/** Releases the money of a fan. `within` runs in the same transaction, before the job of the transfer. */
async function release(
  userId: string,
  within?: (tx: Tx) => Promise<unknown>,
): Promise<{ subject: string; netCents: number }> {
  const scene = await app.newScene();
  const cardId = await app.saveCard(scene, cards.pays);
  await chargeSavedCard(app.context, { ...scene, cardId, amountCents: 1000, description: '' });
  const subject = `pool:${randomUUID()}`;
  const cause = `release:${subject}`;
  return app.context.db.tx(async (tx) => {
    const of = { heldAccount: scene.heldAccount, payeeId: userId, processor, feePercent: 5, cause };
    const { netCents } = await splitHeldMoney(app.context, tx, of);
    await requestPayout(app.context, tx, { userId, subject, amountCents: netCents, processor, releaseCause: cause });
    await within?.(tx);
    return { subject, netCents };
  });
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await app.settle();
    await reconcile(app.context, { olderThanMs: 0 });
  }
}
const statusOf = async (subject: string) => {
  const [row] = await app.context.db.sql<{ id: string; status: string }[]>`
    select id, status from payouts where subject = ${subject}`;
  return row;
};
/** Two days pass for this account. */
const passHold = (userId: string) => app.context.db.sql`
  update payout_accounts set held_until = held_until - interval '48 hours', account_changed_at = account_changed_at - interval '48 hours'
  where user_id = ${userId}`;

test('the first bank details are no change', async () => {
  const { userId } = await readyCreator();
  expect([await holdOf(userId), changes]).toEqual([null, []]);
  const { subject } = await release(userId);
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
});

test('after other bank details, payouts wait in the balance, then go out on their own', async () => {
  const { userId, ref } = await readyCreator();
  control.setBank(ref, 'bank 2');
  // As the webhook about the account does.
  expect(await settleByReference(app.context, processor, `account:${ref}`)).toBe(true);
  expect(changes).toEqual([{ userId, what: 'bank' }]);
  const until = Date.parse((await holdOf(userId)) ?? '');
  expect(Math.abs(until - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
  // A repeated webhook is no second change.
  await settleByReference(app.context, processor, `account:${ref}`);
  expect(Date.parse((await holdOf(userId)) ?? '')).toBe(until);
  const { subject, netCents } = await release(userId);
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'waiting' });
  expect(await owedOn(app.context.db.sql, `creator_payable:${userId}`)).toBe(netCents);
  const payout = { payoutId: (await statusOf(subject))?.id ?? '', userId };
  await expect(retryPayout(app.context, payout)).rejects.toMatchObject({
    code: 'payouts_held',
    message: expect.stringContaining('because your payout account changed'),
  });
  // In the meantime, other creators are paid.
  const other = await release((await readyCreator()).userId);
  await settle();
  expect(await statusOf(other.subject)).toMatchObject({ status: 'paid' });
  await passHold(userId);
  expect(await holdOf(userId)).toBeNull();
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  expect(await owedOn(app.context.db.sql, `creator_payable:${userId}`)).toBe(0);
});

test('a transfer that has not left waits too, also on another node', async () => {
  const { userId } = await readyCreator();
  const { subject } = await release(
    userId,
    (tx) => tx`
      update payout_accounts set account_changed_at = clock_timestamp(), held_until = clock_timestamp() + interval '48 hours'
      where user_id = ${userId}`,
  );
  const node = startMoneyNode(app);
  try {
    await settle();
    await reconcile(node.context, { olderThanMs: 0 });
    expect(await statusOf(subject)).toMatchObject({ status: 'pending' });
    expect(
      await app.context.db.sql`
      select 1 from payout_parts t join payouts o on o.id = t.payout_id where o.subject = ${subject} and t.sent_at is not null`,
    ).toEqual([]);
    await passHold(userId);
    await settle();
    expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
  } finally {
    await node.close();
  }
});

test('another account in place of a closed one waits, and its first bank details begin the wait again', async () => {
  const { userId, ref } = await readyCreator();
  control.close(ref);
  await refresh(userId);
  await Promise.all([setUp(userId, 'CA'), setUp(userId, 'CA')]);
  expect(changes).toEqual([{ userId, what: 'account' }]);
  expect(await holdOf(userId)).not.toBeNull();
  const { subject } = await release(userId);
  await passHold(userId);
  const next = await refOf(userId);
  control.set(next, 'ready');
  control.setBank(next, 'bank of a thief');
  await refresh(userId);
  expect(changes.at(-1)).toEqual({ userId, what: 'bank' });
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'waiting' });
  await passHold(userId);
  await settle();
  expect(await statusOf(subject)).toMatchObject({ status: 'paid' });
});

test('a processor that does not tell the bank details changes nothing', async () => {
  const { userId, ref } = await readyCreator();
  const { bankPrint: _unknown, ...rest } = control.accounts.get(ref) ?? { bankPrint: '' };
  control.accounts.set(ref, rest as never);
  await refresh(userId);
  control.setBank(ref, 'bank 1');
  await refresh(userId);
  expect([await holdOf(userId), changes]).toEqual([null, []]);
});
