import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { type CreatorMember, cards, HttpSite, type Member } from './http-site.ts';

/** No person acts here: windows last seconds, and automatic steps must happen. The tests run concurrently. */
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open({
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
  owner = await site.member('owner');
  creator = await site.creator();
});
afterAll(() => site.close());

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const charges = async (fan: Member) => {
  const [row] = await site.sql<{ charged: number; back: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as charged, coalesce(sum(refunded_cents), 0)::int as back
    from payments where user_id = ${fan.id} and status = 'succeeded'`;
  return row;
};

describe.concurrent('a pool left alone', () => {
  it('expires at the deadline below the goal and charges no card', async () => {
    const [fan] = await site.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator, { deadline: soon(5) });
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 10_00);
    expect(await site.poolIs(pool.id, 'expired')).toMatchObject({
      endReason: expect.stringContaining('No card was charged'),
    });
    expect(await site.pledgeIs(fan, pledge.id, 'released')).toMatchObject({ paidAt: null });
    expect(await charges(fan)).toEqual({ charged: 0, back: 0 });
    await expect(site.pledgeWithSavedCard(fan, pool, 10_00)).rejects.toMatchObject({ code: 'pool_closed' });
  });

  it('expires below the goal even if it was accepted', async () => {
    const pool = await site.newPool(owner, creator, { deadline: soon(4) });
    await site.accept(creator, pool);
    await site.poolIs(pool.id, 'expired');
  });

  it('lapses when the creator does not answer', async () => {
    const [fan] = await site.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator);
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 50_00);
    await site.poolIs(pool.id, 'lapsed');
    await site.pledgeIs(fan, pledge.id, 'released');
    expect(await charges(fan)).toEqual({ charged: 0, back: 0 });
    await expect(site.accept(creator, pool)).rejects.toMatchObject({ code: 'pool_state', status: 409 });
  });

  it('without a creator lapses at its deadline, not at a response deadline', async () => {
    const [fan] = await site.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, null, { deadline: soon(5) });
    await site.pledgeWithSavedCard(fan, pool, 50_00);
    const met = await site.pool(pool.id);
    expect(met).toMatchObject({ status: 'goal_met', assignedCreator: null, clocks: { responseDueAt: met.deadline } });
    await site.poolIs(pool.id, 'lapsed');
  });

  it('with a shortfall is refunded when the creator does not proceed', async () => {
    const [payer, broke] = [...(await site.crowd(1, 'pays')), ...(await site.crowd(1, 'insufficient_funds'))];
    if (!payer || !broke) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator);
    // Accepted early, so the pool does not wait for an answer.
    await site.accept(creator, pool, { floorCents: 40_00 });
    const paid = (await site.pledgeWithSavedCard(payer, pool, 20_00)).pledge;
    const owed = (await site.pledgeWithSavedCard(broke, pool, 30_00)).pledge;
    await site.pledgeIs(payer, paid.id, 'paid');
    await site.pledgeIs(broke, owed.id, 'notified', 'dropped');
    const { currentAmount, events } = await site.poolIs(pool.id, 'shortfall', 'refunded');
    expect([currentAmount, events.at(-1)?.to]).toEqual(
      events.at(-1)?.to === 'shortfall' ? [20_00, 'shortfall'] : [0, 'refunded'],
    );
    await site.pledgeIs(broke, owed.id, 'dropped');
    await site.poolIs(pool.id, 'refunded');
    expect(await site.pledgeIs(payer, paid.id, 'refunded')).toMatchObject({ refundedAt: expect.any(String) });
    expect(await charges(payer)).toEqual({ charged: 20_00, back: 20_00 });
  });

  it('drops a fan who does not pay in time and continues with the rest', async () => {
    const [payer, broke] = [...(await site.crowd(1, 'pays')), ...(await site.crowd(1, 'insufficient_funds'))];
    if (!payer || !broke) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator);
    await site.accept(creator, pool, { floorCents: 20_00, deliveryDays: 30 });
    await site.pledgeWithSavedCard(payer, pool, 20_00);
    const owed = (await site.pledgeWithSavedCard(broke, pool, 30_00)).pledge;
    expect(await site.poolIs(pool.id, 'in_production')).toMatchObject({
      currentAmount: 20_00,
      pledgedAmount: 20_00,
      fanCount: 1,
    });
    await site.pledgeIs(broke, owed.id, 'dropped');
  });

  it('is refunded when the creator does not deliver', async () => {
    const [fan] = await site.crowd(1, 'pays');
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, creator);
    await site.accept(creator, pool, { deliveryDays: 1 });
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 50_00);
    await site.poolIs(pool.id, 'refunded');
    await site.pledgeIs(fan, pledge.id, 'refunded');
    expect(await charges(fan)).toEqual({ charged: 50_00, back: 50_00 });
    await expect(site.deliver(creator, pool)).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('pays the creator after a quiet period without objections', async () => {
    const [fan] = await site.crowd(1, 'pays');
    const paidCreator = await site.creator();
    if (!fan) throw new Error('the crowd is empty');
    const pool = await site.newPool(owner, paidCreator);
    await paidCreator.client.call(acceptPool, {
      params: { id: pool.id },
      body: { deliveryDays: 60, floorCents: 10_00 },
    });
    await site.pledgeWithSavedCard(fan, pool, 50_00);
    await site.poolIs(pool.id, 'in_production');
    // DELIVERY_REVIEW=auto: no admin reviews the delivery.
    expect(await site.deliver(paidCreator, pool)).toMatchObject({ status: 'delivered' });
    await site.poolIs(pool.id, 'completed');
    await site.app.settle();
    const { earnings } = await paidCreator.client.call(getCreatorDashboard);
    expect(earnings).toMatchObject({ paidOutCents: 50_00 - 2_50 - 175, heldCents: 0 });
  });

  it('releases a pledge whose card is never entered', async () => {
    const fan = await site.member();
    const pool = await site.newPool(owner, creator);
    const { pledge, setup } = await fan.client.call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents: 10_00, requestKey: 'only-looking' },
    });
    expect([pledge.status, typeof setup?.url]).toEqual(['setup_pending', 'string']);
    expect(await site.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0 });
    await site.pledgeIs(fan, pledge.id, 'released');
    // The fan can pledge again later.
    const again = await site.pledge(fan, pool, 10_00, cards.pays);
    expect(again).toMatchObject({ status: 'pledged' });
    expect(again.id).not.toBe(pledge.id);
  });
});
