import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { actOnPool, decideReport, listReports } from '#contract/admin/moderation.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { changePledge, payPledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import {
  cancelPool,
  declinePool,
  getPool,
  giveUpPool,
  listPools,
  type Pool,
  proceedWithPool,
} from '#contract/pools/pools.ts';
import { type CreatorMember, cards, HttpSite, type Member } from './http-site.ts';

/** Every way in which people end a pool, with the outcome for the money. */
let site: HttpSite;
let owner: Member;
let anna: Member;
let ben: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, anna, ben] = await Promise.all([site.member('owner'), site.member('anna'), site.member('ben')]);
  creator = await site.creator();
  await site.giveCard(anna.id, 'pays');
});
afterAll(() => site.close());

const reason = 'There is no time this month.';
const by = (pool: Pool) => ({ params: { id: pool.id } });
const because = (pool: Pool) => ({ ...by(pool), body: { reason } });
const act = (pool: Pool, action: 'open' | 'freeze' | 'unfreeze' | 'remove') =>
  site.admin.client.call(actOnPool, { ...by(pool), body: { action, reason } });
const statusOf = async (pool: Pool) => (await site.pool(pool.id)).status;
const auditOf = async (pool: Pool) => (await site.admin.client.call(listAudit, { query: { targetId: pool.id } })).items;
const heldOf = async (pool: Pool) => {
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${`held:${pool.id}`}`;
  return row?.cents;
};
/** A pool in production with $20 from Anna and $30 from Ben. */
const production = () =>
  site.funded(owner, creator, [
    { who: anna, cents: 20_00 },
    { who: ben, cents: 30_00 },
  ]);
async function refundsBoth(pool: Pool, [annas, bens]: { id: string }[]): Promise<void> {
  await site.app.settle();
  await site.pledgeIs(anna, annas?.id ?? '', 'refunded');
  await site.pledgeIs(ben, bens?.id ?? '', 'refunded');
  expect(await site.pool(pool.id)).toMatchObject({ currentAmount: 0, pledgedAmount: 0, fanCount: 0 });
  expect(await heldOf(pool)).toBe(0);
}

describe('before anything is charged', () => {
  it('a withdrawal below the goal reopens the pool and clears the response deadline', async () => {
    const pool = await site.newPool(owner, creator);
    const { pledge } = await site.pledgeWithSavedCard(anna, pool, 50_00);
    const met = await site.pool(pool.id);
    expect([met.status, met.clocks.responseDueAt]).toEqual(['goal_met', expect.any(String)]);
    await anna.client.call(withdrawPledge, { params: { id: pledge.id } });
    expect(await site.pool(pool.id)).toMatchObject({
      status: 'open',
      pledgedAmount: 0,
      clocks: { responseDueAt: null },
    });
    // Increasing a smaller pledge meets the goal again.
    const again = (await site.pledgeWithSavedCard(anna, pool, 20_00)).pledge;
    expect(await statusOf(pool)).toBe('open');
    await anna.client.call(changePledge, { params: { id: again.id }, body: { amountCents: 60_00 } });
    expect(await site.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedPercentage: 120 });
  });

  it('declining charges no card and shows fans the reason', async () => {
    const pool = await site.newPool(owner, creator);
    const { pledge } = await site.pledgeWithSavedCard(anna, pool, 50_00);
    expect(await creator.client.call(declinePool, because(pool))).toMatchObject({
      status: 'declined',
      endReason: reason,
    });
    await site.pledgeIs(anna, pledge.id, 'released');
    expect(await site.pool(pool.id, anna)).toMatchObject({ endReason: reason, pledgedAmount: 0 });
    await expect(site.accept(creator, pool)).rejects.toMatchObject({ code: 'pool_state' });
  });

  it('the owner can cancel only without other pledges, an admin always, which is audited', async () => {
    const pool = await site.newPool(owner, creator);
    const { pledge } = await site.pledgeWithSavedCard(anna, pool, 10_00);
    await expect(owner.client.call(cancelPool, because(pool))).rejects.toMatchObject({ code: 'pool_has_pledges' });
    expect(await site.admin.client.call(cancelPool, because(pool))).toMatchObject({ status: 'cancelled' });
    await site.pledgeIs(anna, pledge.id, 'released');
    expect(await auditOf(pool)).toMatchObject([
      {
        action: 'pool.cancel',
        actor: { id: site.admin.id },
        target: { kind: 'pool', label: pool.title },
        before: { status: 'open' },
        after: { status: 'cancelled' },
        reason,
        ip: expect.stringMatching(/./),
      },
    ]);
    const alone = await site.newPool(owner, creator);
    expect(await owner.client.call(cancelPool, because(alone))).toMatchObject({ status: 'cancelled' });
    expect(await auditOf(alone)).toEqual([]);
  });
});

describe('a shortfall', () => {
  async function shortfall() {
    const staged = await site.funded(
      owner,
      creator,
      [
        { who: anna, cents: 20_00 },
        { who: await site.member('broke'), cents: 30_00, card: cards.insufficient },
      ],
      { floorCents: 40_00 },
    );
    expect(staged.pool.status).toBe('collecting');
    await site.letTimePass(staged.pool);
    expect(await statusOf(staged.pool)).toBe('shortfall');
    return staged;
  }

  it('continues when the creator proceeds', async () => {
    const { pool } = await shortfall();
    expect(await creator.client.call(proceedWithPool, by(pool))).toMatchObject({ status: 'in_production' });
    expect(await heldOf(pool)).toBe(20_00);
    await site.deliver(creator, pool);
    await site.review(pool);
    await site.letTimePass(pool);
    expect(await statusOf(pool)).toBe('completed');
    expect(await heldOf(pool)).toBe(0);
  });

  it('refunds everyone when the time is over', async () => {
    const { pool, pledges } = await shortfall();
    await site.letTimePass(pool);
    expect(await statusOf(pool)).toBe('refunded');
    await site.pledgeIs(anna, pledges[0]?.id ?? '', 'refunded');
    expect(await heldOf(pool)).toBe(0);
    await expect(creator.client.call(proceedWithPool, by(pool))).rejects.toMatchObject({ code: 'pool_state' });
  });
});

describe('a fully paid pool', () => {
  it('refunds everyone and gives no access when the creator never delivers', async () => {
    const { pool, pledges } = await production();
    expect(await heldOf(pool)).toBe(50_00);
    await site.letTimePass(pool);
    expect(await statusOf(pool)).toBe('refunded');
    await refundsBoth(pool, pledges);
    await expect(site.read(anna, pool)).rejects.toMatchObject({ code: 'content_locked' });
  });

  it('refunds everyone when the creator gives up', async () => {
    const { pool, pledges } = await production();
    expect(await creator.client.call(giveUpPool, by(pool))).toMatchObject({ status: 'refunded' });
    await refundsBoth(pool, pledges);
  });

  it('refunds everyone when an admin removes it', async () => {
    const { pool, pledges } = await production();
    expect(await act(pool, 'remove')).toMatchObject({ status: 'removed' });
    await refundsBoth(pool, pledges);
    expect(await anna.client.call(getPool, by(pool))).toMatchObject({ status: 'removed', description: '' });
    await expect(site.visitor().client.call(getPool, by(pool))).rejects.toMatchObject({ status: 404 });
  });

  it('returns to production when an admin rejects the delivery, and accepts another one', async () => {
    const { pool } = await production();
    await site.deliver(creator, pool);
    await site.review(pool, 'rejected', 'The file does not play.');
    const back = await site.pool(pool.id);
    expect([back.status, back.clocks.deliveryDueAt]).toEqual(['in_production', expect.any(String)]);
    expect(await site.read(creator, pool)).toMatchObject([{ status: 'rejected', reason: 'The file does not play.' }]);
    expect(await site.read(anna, pool)).toEqual([]);
    await site.deliver(creator, pool);
    await site.review(pool);
    expect(await statusOf(pool)).toBe('delivered');
  });
});

describe('objections in the quiet period', () => {
  async function objected() {
    const staged = await production();
    await site.deliver(creator, staged.pool);
    await site.review(staged.pool);
    const { id } = await anna.client.call(objectToDelivery, {
      ...by(staged.pool),
      body: { reason: 'This is another song.' },
    });
    // The quiet period has ended, but the open objection blocks completion.
    await site.letTimePass(staged.pool);
    expect(await statusOf(staged.pool)).toBe('delivered');
    const { items } = await site.admin.client.call(listReports, { query: { status: 'open' } });
    expect(items.find((item) => item.id === id)).toMatchObject({ poolId: staged.pool.id, userId: anna.id });
    const decide = (status: 'upheld' | 'dismissed', outcome?: 'refund' | 'redo') =>
      site.admin.client.call(decideReport, {
        params: { id },
        body: { status, reason: 'We listened to it.', ...(outcome ? { outcome } : {}) },
      });
    return { ...staged, decide };
  }

  it('refunds everyone and removes access when upheld', async () => {
    const { pool, pledges, decide } = await objected();
    expect(await decide('upheld')).toMatchObject({ status: 'upheld' });
    expect(await statusOf(pool)).toBe('refunded');
    await refundsBoth(pool, pledges);
    await expect(site.read(ben, pool)).rejects.toMatchObject({ code: 'content_locked' });
  });

  it('returns to production with the money held when upheld as a redo', async () => {
    const { pool, decide } = await objected();
    await decide('upheld', 'redo');
    expect(await statusOf(pool)).toBe('in_production');
    expect(await heldOf(pool)).toBe(50_00);
    await site.deliver(creator, pool);
    await site.review(pool);
    expect(await statusOf(pool)).toBe('delivered');
  });

  it('pays the creator when dismissed', async () => {
    const { pool, decide } = await objected();
    await decide('dismissed');
    await site.poolIs(pool.id, 'completed');
    await site.app.settle();
    expect(await heldOf(pool)).toBe(0);
    await expect(decide('upheld')).rejects.toMatchObject({ status: 409 });
  });
});

describe('an admin', () => {
  it('freezes a pool so that nothing moves until it is unfrozen', async () => {
    const { pool, pledges } = await site.funded(owner, creator, [
      { who: anna, cents: 20_00 },
      { who: ben, cents: 30_00, card: cards.insufficient },
    ]);
    await act(pool, 'freeze');
    const due = { params: { id: pledges[1]?.id ?? '' }, body: {} };
    await expect(ben.client.call(payPledge, due)).rejects.toMatchObject({ code: 'pool_frozen' });
    await expect(creator.client.call(giveUpPool, by(pool))).rejects.toMatchObject({ code: 'pool_frozen' });
    await site.letTimePass(pool);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'collecting', frozen: true });
    expect(await heldOf(pool)).toBe(20_00);
    await act(pool, 'unfreeze');
    const open = await site.newPool(owner, creator);
    await act(open, 'freeze');
    await expect(site.pledgeWithSavedCard(anna, open, 10_00)).rejects.toMatchObject({ code: 'pool_frozen' });
    await expect(site.accept(creator, open)).rejects.toMatchObject({ code: 'pool_frozen' });
    await act(open, 'unfreeze');
    expect((await site.pledgeWithSavedCard(anna, open, 10_00)).pledge.status).toBe('pledged');
  });

  it('reviews adult pools before anyone else can see them', async () => {
    const pool = await site.newPool(owner, creator, { categories: ['NSFW'], title: 'A very private song' });
    expect(pool).toMatchObject({ status: 'in_review', adult: true });
    await expect(anna.client.call(getPool, by(pool))).rejects.toMatchObject({ status: 404 });
    await expect(site.pledgeWithSavedCard(anna, pool, 10_00)).rejects.toMatchObject({ status: 404 });
    await act(pool, 'open');
    expect(await statusOf(pool)).toBe('open');
    const text = JSON.stringify(await anna.client.call(listPools, {}));
    expect(text).not.toContain('A very private song');
    anna.client.cookies.set('age_verified', '1');
    expect((await site.pledgeWithSavedCard(anna, pool, 10_00)).pledge.status).toBe('pledged');
    expect(JSON.stringify(await anna.client.call(listPools, {}))).toContain('A very private song');
    anna.client.cookies.delete('age_verified');
  });
});
