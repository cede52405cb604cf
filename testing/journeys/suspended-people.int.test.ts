import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { changeAdminUser, getAdminUser } from '#contract/admin/users.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { payPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { reconcile } from '#server/money/reconcile.ts';
import { sweepPoolDeadlines } from '#server/pools/lifecycle/sweep-pool-deadlines.ts';
import { sweepWaits } from '#server/pools/lifecycle/wait-for-accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';
import { type CreatorMember, cards, enterCard, HttpSite, type Member } from './http-site.ts';

/** A suspension, or an admin's hold, keeps money from moving; afterward it goes on. */
let site: HttpSite;
let second: TestApp;
let owner: Member;
let fan: Member;
let other: Member;

beforeAll(async () => {
  site = await HttpSite.open({}, 'none', { choice: { processor: 'sandbox', webhooks: 'sent' } });
  second = await startTestApp({ beside: site.app, env: { SANDBOX_PAYOUT_DELAY: 'PT0S' } });
  owner = await site.member('owner');
  [fan, other] = await Promise.all([payingFan(), payingFan()]);
});
afterAll(async () => {
  await second.close();
  await site.close();
});

async function payingFan(): Promise<Member> {
  const [one] = await site.crowd(1, 'pays');
  if (!one) throw new Error('the crowd is empty');
  return one;
}
const change = (who: Member, body: { suspended?: boolean; payoutsHeld?: boolean; reason?: string }) =>
  site.admin.client.call(changeAdminUser, { params: { id: who.id }, body: { reason: 'Under review', ...body } });
const suspend = (who: Member) => change(who, { suspended: true });
const lift = (who: Member) => change(who, { suspended: false });
/** Suspends a person an hour ago, so that the invariants see everything that happens now as later. */
async function suspendLongAgo(who: Member): Promise<void> {
  await suspend(who);
  await site.sql`update users set suspended_at = suspended_at - interval '1 hour' where id = ${who.id}`;
}

const sweepOn = async (app: TestApp) => {
  await sweepPoolDeadlines(app.context);
  await app.settle();
};
const faults = () => faultsOf(site.app.context);

/** A pool with one payment of $20 from a fan and a delivery in its quiet period. */
async function deliveredTo(creator: CreatorMember, who: Member = fan): Promise<Pool> {
  const { pool } = await site.funded(owner, creator, [{ who, cents: 20_00 }]);
  await site.deliver(creator, pool);
  await site.review(pool);
  await site.app.settle();
  return site.pool(pool.id);
}
const endQuietPeriod = async (pool: Pool) =>
  site.sql`
    with now as (select clock_timestamp() - interval '1 ms' as moment)
    update pools set quiet_until = moment, clock_at = moment from now where id = ${pool.id}`;
const payoutsOf = (creator: Member) =>
  site.sql<{ status: string; parts: string[] }[]>`
    select p.status, array(select t.status from payout_parts t where t.payout_id = p.id) as parts from payouts p
    where p.user_id = ${creator.id} order by p.created_at`;
const transfersTo = async (creator: Member) => {
  const [row] = await site.sql<{ count: number }[]>`
    select count(*)::int as count from sandbox.payouts s join payout_parts t on t.idempotency_key = s.reference
    join payouts p on p.id = t.payout_id where p.user_id = ${creator.id}`;
  return row?.count;
};
const chargesOf = async (who: Member) => {
  const [row] = await site.sql<{ count: number }[]>`
    select count(*)::int as count from sandbox.charges c join payments y on y.idempotency_key = c.reference
    where y.user_id = ${who.id} and c.status = 'succeeded'`;
  return row?.count ?? 0;
};

describe('a suspended creator', () => {
  it('gets no completion, no payout, no pool and no pledge until the suspension is lifted', async () => {
    const creator = await site.creator();
    const pool = await deliveredTo(creator);
    await creator.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
    const open = await site.newPool(owner, creator);
    await suspendLongAgo(creator);

    await endQuietPeriod(pool);
    await sweepOn(site.app);
    await sweepOn(second);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'delivered', currentAmount: 20_00 });
    expect(await payoutsOf(creator)).toEqual([]);
    const refused = { status: 409, code: 'creator_suspended' };
    await expect(site.pledgeWithSavedCard(other, pool, 10_00)).rejects.toMatchObject(refused);
    await expect(site.pledge(other, pool, 10_00)).rejects.toMatchObject(refused);
    await expect(site.pledgeWithSavedCard(other, open, 10_00)).rejects.toMatchObject(refused);
    await expect(site.newPool(owner, creator)).rejects.toMatchObject(refused);

    await lift(creator);
    await sweepOn(second);
    expect((await site.pool(pool.id)).status).toBe('completed');
    await expect.poll(() => payoutsOf(creator)).toEqual([{ status: 'paid', parts: ['paid'] }]);
    await site.pledgeWithSavedCard(other, open, 10_00);
    expect(await transfersTo(creator)).toBe(1);
  });

  it('takes no pledge whose card is saved, and no late payment whose page opened, before the suspension', async () => {
    const creator = await site.creator();
    const [one, two] = await site.crowd(2);
    if (!one || !two) throw new Error('the crowd is empty');
    const open = await site.newPool(owner, creator);
    const late = await deliveredTo(creator);
    await creator.client.call(setLatePledges, { params: { id: late.id }, body: { allowed: true } });
    const { pledge: saving, url: setupUrl } = await startPledge(one, open);
    const { pledge: paying, url: paymentUrl } = await startPledge(two, late);
    await suspendLongAgo(creator);
    await site.app.settle();

    await enterCard(setupUrl, cards.pays);
    await site.app.settle();
    await site.pledgeIs(one, saving.id, 'released');
    await expect(enterCard(paymentUrl, cards.pays)).rejects.toThrow('the hosted page answered');
    await expect(two.client.call(payPledge, { params: { id: paying.id }, body: {} })).rejects.toMatchObject({
      status: 409,
    });
    expect(await chargesOf(two)).toBe(0);
    expect(await site.pool(open.id)).toMatchObject({ pledgedAmount: 0 });
    await lift(creator);
  });

  it('has no card charged for a pool that waited for their payout account, until the suspension is lifted', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 20_00 });
    await site.pledgeWithSavedCard(fan, pool, 20_00);
    const charged = await chargesOf(fan);
    const account = (status: 'pending' | 'ready') =>
      site.sql`update payout_accounts set status = ${status} where user_id = ${creator.id}`;
    await account('pending');
    await site.accept(creator, pool);
    await suspendLongAgo(creator);
    await account('ready');
    await sweepWaits(site.app.context);
    await sweepWaits(second.context);
    await site.app.settle();
    expect((await site.pool(pool.id)).status).toBe('accepted');
    expect(await chargesOf(fan)).toBe(charged);

    await lift(creator);
    await sweepWaits(second.context);
    await site.app.settle();
    await second.settle();
    expect((await site.pool(pool.id)).status).toBe('in_production');
    expect(await chargesOf(fan)).toBe(charged + 1);
  });

  it('is not paid by any of two nodes that complete the pool while an admin suspends them', {
    timeout: 300_000,
  }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const creator = await site.creator();
      const pool = await deliveredTo(creator);
      await endQuietPeriod(pool);
      await Promise.all([suspend(creator), sweepOn(site.app), sweepOn(second)]);
      const [payout] = await payoutsOf(creator);
      const { status } = await site.pool(pool.id);
      expect(status === 'completed').toBe(payout !== undefined);
      const sent = await transfersTo(creator);
      await site.sql`update users set suspended_at = clock_timestamp() - interval '5 seconds' where id = ${creator.id}`;
      await sweepOn(site.app);
      await sweepOn(second);
      await reconcile(second.context, { olderThanMs: 0 });
      expect(await transfersTo(creator)).toBe(sent);
      await lift(creator);
      await sweepOn(site.app);
      await sweepOn(second);
      await expect.poll(() => payoutsOf(creator)).toEqual([{ status: 'paid', parts: ['paid'] }]);
      expect(await transfersTo(creator)).toBe(1);
    }
  });
});

describe('payouts that an admin holds', () => {
  it('wait with a reason that the creator reads, and go on when an admin releases them', async () => {
    const creator = await site.creator();
    const pool = await deliveredTo(creator);
    await expect(
      site.admin.client.call(changeAdminUser, { params: { id: creator.id }, body: { payoutsHeld: true } }),
    ).rejects.toMatchObject({ code: 'validation_failed', fields: { reason: expect.any(String) } });
    const result = await change(creator, { payoutsHeld: true, reason: 'Chargebacks at another site' });
    expect(result).toMatchObject({ payoutsHeld: true, payoutHold: { reason: 'Chargebacks at another site' } });
    await expect(change(creator, { payoutsHeld: true })).rejects.toMatchObject({ code: 'conflict' });

    await endQuietPeriod(pool);
    await sweepOn(site.app);
    await reconcile(second.context, { olderThanMs: 0 });
    expect((await site.pool(pool.id)).status).toBe('completed');
    expect(await payoutsOf(creator)).toEqual([{ status: 'waiting', parts: [] }]);
    const notices = new Map((await site.noticesOf(creator)).map(({ kind, body }) => [kind, body]));
    expect(notices.get('payouts_held')).toContain('Reason: Chargebacks at another site.');
    expect(notices.get('completed')).toContain('once an admin releases your payouts');
    expect(notices.has('payout_waiting')).toBe(false);

    await change(creator, { payoutsHeld: false, reason: 'It was someone else' });
    await site.app.settle();
    await expect.poll(() => payoutsOf(creator)).toEqual([{ status: 'paid', parts: ['paid'] }]);
    expect((await site.noticesOf(creator)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['payouts_released', 'payout_paid']),
    );
    const { items } = await site.admin.client.call(listAudit, { query: { targetId: creator.id } });
    expect(items.slice(0, 2).map(({ action, reason }) => [action, reason])).toEqual([
      ['user.payouts_released', 'It was someone else'],
      ['user.payouts_held', 'Chargebacks at another site'],
    ]);
    expect(await site.admin.client.call(getAdminUser, { params: { id: creator.id } })).toMatchObject({
      payoutsHeld: false,
      payoutHold: null,
    });
  });

  it('are not sent if the hold came after the payout started and before its request left', async () => {
    const creator = await site.creator();
    const pool = await deliveredTo(creator);
    await endQuietPeriod(pool);
    faults().plan('lookUpPayout', 'unreachable', 50);
    await sweepOn(site.app).catch(() => undefined);
    expect(await payoutsOf(creator)).toEqual([{ status: 'pending', parts: ['pending'] }]);
    await change(creator, { payoutsHeld: true });
    faults().clear();
    await site.sql`update payout_holds set held_at = held_at - interval '1 hour' where user_id = ${creator.id}`;
    await site.sql`
      update payout_parts t set created_at = t.created_at - interval '2 hours' from payouts p where p.id = t.payout_id and p.user_id = ${creator.id}`;
    await reconcile(site.app.context, { olderThanMs: 0 });
    await reconcile(second.context, { olderThanMs: 0 });
    expect(await transfersTo(creator)).toBe(0);
    await change(creator, { payoutsHeld: false });
    await site.app.settle();
    await expect.poll(() => payoutsOf(creator)).toEqual([{ status: 'paid', parts: ['paid'] }]);
    expect(await transfersTo(creator)).toBe(1);
  });

  it('settle a transfer whose answer was lost before the hold', async () => {
    const creator = await site.creator();
    const pool = await deliveredTo(creator);
    await endQuietPeriod(pool);
    faults().plan('payOut', 'hang_after');
    await sweepOn(site.app).catch(() => undefined);
    faults().clear();
    await change(creator, { payoutsHeld: true });
    await reconcile(second.context, { olderThanMs: 0 });
    await site.app.settle();
    await expect.poll(() => payoutsOf(creator)).toEqual([{ status: 'paid', parts: ['paid'] }]);
    expect(await transfersTo(creator)).toBe(1);
  });
});

describe('a suspended fan', () => {
  it('is not charged: the pledge is dropped with a notice, and the others are charged', async () => {
    const fan = await payingFan();
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 30_00 });
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 20_00);
    const { pledge: charged } = await site.pledgeWithSavedCard(other, pool, 10_00);
    const before = await chargesOf(fan);
    await suspendLongAgo(fan);
    await site.accept(creator, pool);
    await site.app.settle();
    await site.pledgeIs(other, charged.id, 'paid');
    await site.pledgeIs(fan, pledge.id, 'dropped');
    expect(await chargesOf(fan)).toBe(before);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 10_00 });
    const notice = (await site.noticesOf(fan)).find(({ kind }) => kind === 'pledge_dropped');
    expect(notice?.body).toContain('Your account is suspended, so we didn’t charge your card.');
    await lift(fan);
  });

  it('is not charged if the suspension comes while the charge begins, on either node', async () => {
    const fan = await payingFan();
    const creator = await site.creator();
    const pool = await site.newPool(owner, creator, { fundingGoal: 20_00 });
    const { pledge } = await site.pledgeWithSavedCard(fan, pool, 20_00);
    const before = await chargesOf(fan);
    // The charge is made at the processor and not confirmed.
    faults().plan('createCharge', 'crash_after', 50);
    await site.accept(creator, pool, { floorCents: 0 });
    await site.app.settle().catch(() => undefined);
    await suspendLongAgo(fan);
    faults().clear();
    await second.settle();
    await site.app.settle();
    await reconcile(site.app.context, { olderThanMs: 0 });
    await site.app.settle();
    await site.pledgeIs(fan, pledge.id, 'dropped');
    expect(await chargesOf(fan)).toBe(before);
    const [open] = await site.sql`select 1 from sandbox.charges where status = 'created'`;
    expect(open).toBeUndefined();
    await lift(fan);
  });
});

async function startPledge(who: Member, pool: Pool) {
  const { pledge, setup } = await who.client.call(pledgeToPool, {
    params: { poolId: pool.id },
    body: { amountCents: 10_00, requestKey: crypto.randomUUID() },
  });
  if (!setup) throw new Error('no page was opened');
  return { pledge, url: setup.url };
}
