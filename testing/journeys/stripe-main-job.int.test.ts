import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listCreatorPayouts } from '#contract/creator-dashboard.ts';
import { refreshPayoutAccount, startPayoutSetup } from '#contract/payout-account.ts';
import { payPledge, pledgeToPool } from '#contract/pledges.ts';
import type { Pool } from '#contract/pools.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { type StripeSetUp, setUpStripe, stripeCards } from '#testing/stripe-stand-in/set-up.ts';
import { type Member, Town, type TownCreator } from './town.ts';

/** The main job with Stripe: the real SDK talks to the stand-in. Each step continues where the previous one ended. */
let stripe: StripeSetUp;
let town: Town;
let anna: Member;
let ben: Member;
let creator: TownCreator;
let pool: Pool;
let bensPledge = '';

beforeAll(async () => {
  stripe = await setUpStripe();
  town = await Town.open({ ...stripe.env, QUIET_PERIOD: 'PT1S' });
  [anna, ben] = await Promise.all([town.member('anna'), town.member('ben')]);
  creator = await town.creator();
  await onboard();
});
afterAll(async () => {
  await town.close();
  await stripe.stop();
});

/** The creator sets up payouts on Stripe's page and comes back. */
async function onboard(): Promise<void> {
  const { url } = await creator.client.call(startPayoutSetup, { body: { country: 'US', processor: 'stripe' } });
  await stripe.process.submit(url, { outcome: 'ready' });
  await creator.client.call(refreshPayoutAccount, { body: { processor: 'stripe' } });
}

async function pledge(fan: Member, to: Pool, amountCents: number, card?: string): Promise<string> {
  const { pledge: made, setup } = await fan.client.call(pledgeToPool, {
    params: { poolId: to.id },
    body: { amountCents, requestKey: randomUUID() },
  });
  expect(await stripe.enterCard(setup?.url, card)).toBe(303);
  await town.pledgeIs(fan, made.id, 'pledged', 'charging', 'notified', 'paid');
  return made.id;
}

const balance = async (account: string) => {
  const [row] = await town.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${account}`;
  return row?.cents;
};

/** Stripe's balance and our clearing account agree to the cent. */
async function booksAgree(): Promise<void> {
  await town.app.settle();
  const { available, pending } = await stripe.client.balance.retrieve();
  const theirs = [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
  expect(await balance('clearing')).toBe(theirs);
  expect(await reconcile(town.app.context, { olderThanMs: 0 })).toMatchObject({ failed: 0, mismatches: [] });
}

describe('the main job with Stripe', () => {
  it('offers no adult content and keeps the test mode notice', () => {
    const { config, cards } = town.app.context;
    expect(config.adultContent).toBe(false);
    expect(cards).toMatchObject({ name: 'stripe', testMode: true });
  });

  it('two fans save cards on the hosted page and meet the goal; nothing is charged', async () => {
    pool = await town.newPool(anna, creator, { fundingGoal: 50_00 });
    await pledge(anna, pool, 30_00);
    bensPledge = await pledge(ben, pool, 20_00, stripeCards.asksAlways);
    expect(await town.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 50_00, currentAmount: 0 });
    expect((await stripe.client.charges.list()).data).toEqual([]);
  });

  it('the creator accepts: one card is charged, the other asks for approval', async () => {
    await town.accept(creator, pool, { floorCents: 40_00 });
    const due = await town.pledgeIs(ben, bensPledge, 'notified');
    expect(due).toMatchObject({ declineReason: 'Your bank asks you to approve this payment.' });
    await town.app.settle();
    expect(await town.pool(pool.id)).toMatchObject({ status: 'collecting', currentAmount: 30_00 });
    await booksAgree();
  });

  it('the fan approves the payment on the hosted page', async () => {
    const { url } = await ben.client.call(payPledge, { params: { id: bensPledge }, body: {} });
    expect(await stripe.enterCard(url ?? undefined, stripeCards.asksAlways)).toBe(303);
    await town.pledgeIs(ben, bensPledge, 'paid');
    expect(await town.poolIs(pool.id, 'in_production')).toMatchObject({ currentAmount: 50_00, paidPercentage: 100 });
    expect(await balance('clearing')).toBe(50_00 - 117 - 88);
    await booksAgree();
  });

  it('the creator delivers, and the held money is split by fee and true costs', async () => {
    await town.deliver(creator, pool);
    await town.review(pool);
    await town.poolIs(pool.id, 'completed');
    await town.app.settle();
    expect(await balance(`held:${pool.id}`)).toBe(0);
    expect(await balance('platform_fees')).toBe(-2_50);
    expect(await balance('processor_costs')).toBe(0);
    const net = 50_00 - 2_50 - 117 - 88;
    const { payouts } = await creator.client.call(listCreatorPayouts);
    expect(payouts).toMatchObject([{ poolId: pool.id, amountCents: net, status: 'paid' }]);
    const sent = (await stripe.client.transfers.list()).data;
    expect(sent.reduce((sum, { amount }) => sum + amount, 0)).toBe(net);
    expect(sent.every(({ source_transaction }) => source_transaction !== null)).toBe(true);
    await booksAgree();
  });

  it('a removed pool is refunded to the cards', async () => {
    const other = await town.newPool(anna, creator, { fundingGoal: 10_00 });
    const made = await pledge(ben, other, 10_00);
    await town.accept(creator, other);
    await town.pledgeIs(ben, made, 'paid');
    await town.admin.client.call(actOnPool, {
      params: { id: other.id },
      body: { action: 'remove', reason: 'It breaks the rules.' },
    });
    await town.app.settle();
    await town.pledgeIs(ben, made, 'refunded');
    expect((await stripe.client.refunds.list()).data).toMatchObject([{ amount: 10_00, status: 'succeeded' }]);
    await booksAgree();
  });

  it('the webhooks arrived, and each was stored once', async () => {
    const rows = await town.sql<{ type: string; error: string | null }[]>`
      select type, error from webhook_inbox where processor = 'stripe' and processed_at is not null`;
    expect(rows.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'payment_intent.succeeded',
        'payment_intent.payment_failed',
      ]),
    );
  });
});
