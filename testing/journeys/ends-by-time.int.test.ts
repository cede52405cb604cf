import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreatorDashboard } from '#contract/creator-dashboard.ts';
import { pledgeToPool } from '#contract/pledges.ts';
import { acceptPool } from '#contract/pools.ts';
import { cards, type Member, Town, type TownCreator } from './town.ts';

/** No person acts here: windows last seconds, and automatic steps must happen. The tests run concurrently. */
let town: Town;
let owner: Member;
let creator: TownCreator;

beforeAll(async () => {
  town = await Town.open({
    FUNDING_MIN_WINDOW: 'PT1S',
    RESPONSE_WINDOW: 'PT3S',
    PAYMENT_WINDOW: 'PT3S',
    SHORTFALL_WINDOW: 'PT2S',
    DELIVERY_DAY: 'PT1S',
    DELIVERY_GRACE: 'PT1S',
    SETUP_WINDOW: 'PT4S',
    QUIET_PERIOD: 'PT2S',
    DELIVERY_REVIEW: 'auto',
  });
  owner = await town.member('owner');
  creator = await town.creator();
});
afterAll(() => town.close());

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const charges = async (fan: Member) => {
  const [row] = await town.sql<{ charged: number; back: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as charged, coalesce(sum(refunded_cents), 0)::int as back
    from payments where user_id = ${fan.id} and status = 'succeeded'`;
  return row;
};

describe.concurrent('a pool left alone', () => {
  it('expires at the deadline below the goal and charges no card', async () => {
    const [fan] = await town.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, creator, { deadline: soon(5) });
    const { pledge } = await town.pledgeWithSavedCard(fan, pool, 10_00);
    expect(await town.poolIs(pool.id, 'expired')).toMatchObject({
      endReason: expect.stringContaining('No card was charged'),
    });
    expect(await town.pledgeIs(fan, pledge.id, 'released')).toMatchObject({ paidAt: null });
    expect(await charges(fan)).toEqual({ charged: 0, back: 0 });
    await expect(town.pledgeWithSavedCard(fan, pool, 10_00)).rejects.toMatchObject({ code: 'pool_closed' });
  });

  it('expires below the goal even if it was accepted', async () => {
    const pool = await town.newPool(owner, creator, { deadline: soon(4) });
    await town.accept(creator, pool);
    await town.poolIs(pool.id, 'expired');
  });

  it('lapses when the creator does not answer', async () => {
    const [fan] = await town.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, creator);
    const { pledge } = await town.pledgeWithSavedCard(fan, pool, 50_00);
    await town.poolIs(pool.id, 'lapsed');
    await town.pledgeIs(fan, pledge.id, 'released');
    expect(await charges(fan)).toEqual({ charged: 0, back: 0 });
    await expect(town.accept(creator, pool)).rejects.toMatchObject({ code: 'pool_state', status: 409 });
  });

  it('without a creator lapses at its deadline, not at a response deadline', async () => {
    const [fan] = await town.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, null, { deadline: soon(5) });
    await town.pledgeWithSavedCard(fan, pool, 50_00);
    const met = await town.pool(pool.id);
    expect(met).toMatchObject({ status: 'goal_met', assignedCreator: null, clocks: { responseDueAt: met.deadline } });
    await town.poolIs(pool.id, 'lapsed');
  });

  it('with a shortfall is refunded when the creator does not proceed', async () => {
    const [payer, broke] = [...(await town.crowd(1, 'pays')), ...(await town.crowd(1, 'insufficient_funds'))];
    if (!payer || !broke) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, creator);
    // Accepted early, so the pool does not wait for an answer.
    await town.accept(creator, pool, { floorCents: 40_00 });
    const paid = (await town.pledgeWithSavedCard(payer, pool, 20_00)).pledge;
    const owed = (await town.pledgeWithSavedCard(broke, pool, 30_00)).pledge;
    await town.pledgeIs(payer, paid.id, 'paid');
    await town.pledgeIs(broke, owed.id, 'notified', 'dropped');
    const { currentAmount, events } = await town.poolIs(pool.id, 'shortfall', 'refunded');
    expect([currentAmount, events.at(-1)?.to]).toEqual(
      events.at(-1)?.to === 'shortfall' ? [20_00, 'shortfall'] : [0, 'refunded'],
    );
    await town.pledgeIs(broke, owed.id, 'dropped');
    await town.poolIs(pool.id, 'refunded');
    expect(await town.pledgeIs(payer, paid.id, 'refunded')).toMatchObject({ refundedAt: expect.any(String) });
    expect(await charges(payer)).toEqual({ charged: 20_00, back: 20_00 });
  });

  it('drops a fan who does not pay in time and continues with the rest', async () => {
    const [payer, broke] = [...(await town.crowd(1, 'pays')), ...(await town.crowd(1, 'insufficient_funds'))];
    if (!payer || !broke) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, creator);
    await town.accept(creator, pool, { floorCents: 20_00, deliveryDays: 30 });
    await town.pledgeWithSavedCard(payer, pool, 20_00);
    const owed = (await town.pledgeWithSavedCard(broke, pool, 30_00)).pledge;
    expect(await town.poolIs(pool.id, 'in_production')).toMatchObject({
      currentAmount: 20_00,
      pledgedAmount: 20_00,
      fanCount: 1,
    });
    await town.pledgeIs(broke, owed.id, 'dropped');
  });

  it('is refunded when the creator does not deliver', async () => {
    const [fan] = await town.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, creator);
    await town.accept(creator, pool, { deliveryDays: 1 });
    const { pledge } = await town.pledgeWithSavedCard(fan, pool, 50_00);
    await town.poolIs(pool.id, 'refunded');
    await town.pledgeIs(fan, pledge.id, 'refunded');
    expect(await charges(fan)).toEqual({ charged: 50_00, back: 50_00 });
    await expect(town.deliver(creator, pool)).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('pays the creator after a quiet period without objections', async () => {
    const [fan] = await town.crowd(1, 'pays');
    const paidCreator = await town.creator();
    if (!fan) throw new Error('the crowd is empty');
    const pool = await town.newPool(owner, paidCreator);
    await paidCreator.client.call(acceptPool, {
      params: { id: pool.id },
      body: { deliveryDays: 60, floorCents: 10_00 },
    });
    await town.pledgeWithSavedCard(fan, pool, 50_00);
    await town.poolIs(pool.id, 'in_production');
    // DELIVERY_REVIEW=auto: no admin reviews the delivery.
    expect(await town.deliver(paidCreator, pool)).toMatchObject({ status: 'delivered' });
    await town.poolIs(pool.id, 'completed');
    await town.app.settle();
    const { earnings } = await paidCreator.client.call(getCreatorDashboard);
    expect(earnings).toMatchObject({ paidOutCents: 50_00 - 2_50 - 175, heldCents: 0 });
  });

  it('releases a pledge whose card is never entered', async () => {
    const fan = await town.member();
    const pool = await town.newPool(owner, creator);
    const { pledge, setup } = await fan.client.call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents: 10_00, requestKey: 'only-looking' },
    });
    expect([pledge.status, typeof setup?.url]).toEqual(['setup_pending', 'string']);
    expect(await town.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0 });
    await town.pledgeIs(fan, pledge.id, 'released');
    // The fan can pledge again later.
    const again = await town.pledge(fan, pool, 10_00, cards.pays);
    expect(again).toMatchObject({ status: 'pledged' });
    expect(again.id).not.toBe(pledge.id);
  });
});
