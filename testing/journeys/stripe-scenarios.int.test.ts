import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listCreatorPayouts } from '#contract/creators/creator-dashboard.ts';
import { getCreator } from '#contract/creators/creators.ts';
import { listNotifications } from '#contract/notifications.ts';
import { payPledge } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { sweepPoolDeadlines } from '#server/pools/lifecycle/sweep-pool-deadlines.ts';
import { type CreatorMember, cards, enterCard, HttpSite, type Member } from './http-site.ts';

/**
 * The parts of the money journeys that only Stripe has: approval on its page, its balance, transfers from a charge. They run on the
 * stand-in and, with STRIPE_TEST_KEY, in Stripe's test mode (docs/stripe.md). Each step continues where the previous one ended.
 */
let site: HttpSite;
let anna: Member;
let ben: Member;
let creator: CreatorMember;
let pool: Pool;
let bensPledge = '';
const isTestMode = process.env.TEST_CARDS === 'stripe-test-mode';

beforeAll(async () => {
  site = await HttpSite.open({ QUIET_PERIOD: 'PT1S' });
  [anna, ben] = await Promise.all([site.member('anna'), site.member('ben')]);
  creator = await site.creator();
});
afterAll(() => site.close());

const stripe = () => {
  const client = site.app.driver.stripe;
  assert.ok(client, 'this file runs on Stripe only');
  return client;
};
const balance = async (account: string) => {
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${account}`;
  return row?.cents;
};
/** References of our payments at Stripe. */
const references = async () => {
  const rows = await site.sql<{ reference: string }[]>`select idempotency_key as reference from payments`;
  return rows.map(({ reference }) => reference);
};

/** Stripe's movements and our clearing account agree to the cent. The account of the test mode also has those of other runs. */
async function expectBooksAgree(): Promise<void> {
  await site.app.settle();
  const report = await reconcile(site.app.context, { olderThanMs: 0 });
  expect(report.failed).toBe(0);
  const ours = await references();
  expect(report.mismatches.filter((reference) => !isTestMode || ours.includes(reference))).toEqual([]);
}

describe('payments with Stripe', () => {
  it('keeps the test mode notice', () => {
    expect(site.app.context.cards).toMatchObject({ name: 'stripe', testMode: true });
  });

  it('two fans save cards on the hosted page and meet the goal; nothing is charged', async () => {
    pool = await site.newPool(anna, creator, { fundingGoal: 50_00 });
    await site.pledge(anna, pool, 30_00);
    bensPledge = (await site.pledge(ben, pool, 20_00, cards.authentication)).id;
    expect(await site.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 50_00, currentAmount: 0 });
    expect(await references()).toEqual([]);
  });

  it('the creator accepts: one card is charged, the other asks for approval', async () => {
    await site.accept(creator, pool, { floorCents: 40_00 });
    const due = await site.pledgeIs(ben, bensPledge, 'notified');
    expect(due).toMatchObject({ declineReason: 'Your bank asks you to approve this payment.' });
    await site.app.settle();
    expect(await site.pool(pool.id)).toMatchObject({ status: 'collecting', currentAmount: 30_00 });
    await expectBooksAgree();
  });

  it('the fan approves the payment on the hosted page', async () => {
    const { url } = await ben.client.call(payPledge, { params: { id: bensPledge }, body: {} });
    await enterCard(url ?? '', cards.authentication);
    await site.pledgeIs(ben, bensPledge, 'paid');
    expect(await site.poolIs(pool.id, 'in_production')).toMatchObject({ currentAmount: 50_00, paidPercentage: 100 });
    await expectBooksAgree();
    // The fees of Stripe's test mode depend on the account.
    if (!isTestMode) expect(await balance('clearing')).toBe(50_00 - 117 - 88);
  });

  it.skipIf(isTestMode)('pays the creator with transfers that name their charges', async () => {
    await site.deliver(creator, pool);
    await site.review(pool);
    await site.poolIs(pool.id, 'completed');
    await site.app.settle();
    const net = 50_00 - 2_50 - 117 - 88;
    const { payouts } = await creator.client.call(listCreatorPayouts);
    expect(payouts).toMatchObject([{ poolId: pool.id, amountCents: net, status: 'paid' }]);
    const sent = (await stripe().transfers.list()).data;
    expect(sent.reduce((sum, { amount }) => sum + amount, 0)).toBe(net);
    expect(sent.every(({ source_transaction }) => source_transaction !== null)).toBe(true);
    await expectBooksAgree();
  });

  it('a removed pool is refunded to the card', async () => {
    const other = await site.newPool(anna, creator, { fundingGoal: 10_00 });
    const { id } = await site.pledge(anna, other, 10_00);
    await site.accept(creator, other);
    await site.pledgeIs(anna, id, 'paid');
    await site.admin.client.call(actOnPool, {
      params: { id: other.id },
      body: { action: 'remove', reason: 'It breaks the rules.' },
    });
    await site.app.settle();
    await site.pledgeIs(anna, id, 'refunded');
    const [payment] = await site.sql<{ chargeRef: string }[]>`
      select processor_ref as charge_ref from payments where subject = ${`pledge:${id}`} and status = 'succeeded'`;
    const { data } = await stripe().refunds.list({ payment_intent: payment?.chargeRef ?? '' });
    expect(data).toMatchObject([{ amount: 10_00, status: 'succeeded' }]);
    await expectBooksAgree();
  });
});

describe.skipIf(isTestMode)('a creator whose payout account is not ready', () => {
  let newcomer: CreatorMember;
  const attemptsOf = async (poolId: string) => {
    const rows = await site.sql`
      select 1 from payments p join pledges l on p.subject = 'pledge:' || l.id where l.pool_id = ${poolId}`;
    return rows.length;
  };

  it('may accept, but no card is charged until the account is ready', async () => {
    const person = await site.applicant();
    await site.decideApplication(person, 'approved');
    const { id } = await person.client.call(getCreator, { params: { username: person.username.toLowerCase() } });
    newcomer = { ...person, profileId: id };
    const waiting = await site.newPool(anna, newcomer, { fundingGoal: 20_00 });
    const pledge = await site.pledge(ben, waiting, 20_00);
    await site.accept(newcomer, waiting, { floorCents: 20_00 });
    await site.app.settle();
    expect(await site.pool(waiting.id)).toMatchObject({
      status: 'accepted',
      clocks: { accountDueAt: expect.any(String) },
    });
    expect(await attemptsOf(waiting.id)).toBe(0);
    const { notifications } = await newcomer.client.call(listNotifications);
    expect(notifications.map(({ kind }) => kind)).toContain('account_needed');

    await site.app.driver.setUpPayouts(newcomer.client);
    await site.app.settle();
    await site.poolIs(waiting.id, 'in_production');
    await site.pledgeIs(ben, pledge.id, 'paid');
    expect(await attemptsOf(waiting.id)).toBe(1);
    await expectBooksAgree();
  });

  it('lapses without a charge when the account is not ready in time', async () => {
    const person = await site.applicant();
    await site.decideApplication(person, 'approved');
    const { id } = await person.client.call(getCreator, { params: { username: person.username.toLowerCase() } });
    const waiting = await site.newPool(anna, { ...person, profileId: id }, { fundingGoal: 20_00 });
    const pledge = await site.pledge(ben, waiting, 20_00);
    await site.accept(person, waiting, { floorCents: 20_00 });
    await site.sql`update pools set account_due_at = now(), clock_at = now() where id = ${waiting.id}`;
    await sweepPoolDeadlines(site.app.context);
    await site.app.settle();
    await site.poolIs(waiting.id, 'lapsed');
    await site.pledgeIs(ben, pledge.id, 'released');
    expect(await attemptsOf(waiting.id)).toBe(0);
  });
});
