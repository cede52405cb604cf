import assert from 'node:assert/strict';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptPool, getPool, type Pool } from '#contract/pools/pools.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, eventually, makeCreator, makePool, pledge } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { applyPoolDeadline } from './apply-pool-deadline.ts';
import { sweepWaits } from './wait-for-accounts.ts';

/** Two nodes on one database, on the Stripe adapter and the stand-in, whose accounts are not ready at first. */
let first: TestApp;
let second: TestApp;
let owner: Person;
let creator: Creator;
let account = '';
beforeAll(async () => {
  first = await startTestApp({ choice: { processor: 'stripe', webhooks: 'sent' } });
  second = await startTestApp({ beside: first });
  owner = await insertPerson(first);
  creator = await makeCreator(first);
  const [row] = await first.context.db.sql<{ accountRef: string }[]>`
    select account_ref from payout_accounts where user_id = ${creator.id} and processor = 'stripe'`;
  account = row?.accountRef ?? '';
}, 120_000);
afterAll(async () => {
  await second.close();
  await first.close();
});

async function accountIs(state: 'ready' | 'pending'): Promise<void> {
  assert.ok(first.driver.standIn, 'the stand-in runs');
  await first.driver.standIn.control('account', { account, state });
}
const statusOf = async () => {
  const [row] = await first.context.db.sql<{ status: string }[]>`
    select status from payout_accounts where user_id = ${creator.id} and processor = 'stripe'`;
  return row?.status;
};
const read = (id: string) => owner.client.call(getPool, { params: { id } });

async function waitingPool(): Promise<Pool> {
  const pool = await makePool(owner, { creatorProfileId: creator.profileId, fundingGoal: 2000 });
  await pledge(await insertPerson(first), pool.id, 2000);
  await creator.client.call(acceptPool, { params: { id: pool.id }, body: { deliveryDays: 1, floorCents: 2000 } });
  await first.settle();
  return read(pool.id);
}

it('asks the processor that charges the cards: Stripe for most pools, the sandbox for adult ones', async () => {
  await accountIs('pending');
  await eventually(statusOf, (status) => status === 'pending');
  await first.context.db.tx(async (tx) => {
    const isPayable = (adult: boolean) =>
      first.context.hooks.one('pool.is_creator_payable')(tx, { assignedCreatorId: creator.id, adult });
    expect([await isPayable(false), await isPayable(true)]).toEqual([false, true]);
  });
});

it('collects each waiting pool once, when two nodes learn of the account, sweep and end waits at the same time', async () => {
  const pools: Pool[] = [];
  for (let n = 0; n < 5; n += 1) pools.push(await waitingPool());
  for (const pool of pools) {
    expect(pool).toMatchObject({ status: 'accepted', clocks: { accountDueAt: expect.any(String) } });
  }
  expect((await first.driver.chargesByPledge(first.context)).size).toBe(0);
  const ids = pools.map(({ id }) => id);
  const { sql } = first.context.db;
  await sql`
    update pools set account_due_at = now(), clock_at = now() where id = any(${ids.slice(0, 2)}::uuid[])`;
  await accountIs('ready');
  await Promise.all(
    [first, second].flatMap(({ context }) => [
      refreshPayoutAccount(context, { userId: creator.id, processor: 'stripe' }),
      sweepWaits(context),
      ...ids.map((id) => applyPoolDeadline(context, id)),
    ]),
  );
  await Promise.all([first.settle(), second.settle()]);
  for (const id of ids)
    await eventually(
      () => read(id),
      ({ status }) => status === 'in_production',
      30_000,
    );
  const begun =
    await sql`select pool_id from pool_events where to_status = 'collecting' and pool_id = any(${ids}::uuid[])`;
  expect(begun).toHaveLength(ids.length);
  const charges = await first.driver.chargesByPledge(first.context);
  expect([...charges.values()]).toEqual(ids.map(() => 1));
}, 120_000);

it('lapses on one of two nodes when the account is still in checks, without a charge', async () => {
  await accountIs('pending');
  await eventually(statusOf, (status) => status === 'pending');
  const before = (await first.driver.chargesByPledge(first.context)).size;
  const pool = await waitingPool();
  await first.context.db.sql`update pools set account_due_at = now(), clock_at = now() where id = ${pool.id}`;
  await Promise.all([first, second].map(({ context }) => applyPoolDeadline(context, pool.id)));
  await first.settle();
  const lapsed = await read(pool.id);
  expect(lapsed.status).toBe('lapsed');
  expect(lapsed.events.filter(({ to }) => to === 'lapsed')).toHaveLength(1);
  expect((await first.driver.chargesByPledge(first.context)).size).toBe(before);
});
