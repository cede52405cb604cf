import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { setLatePledges } from '#contract/contributors.ts';
import { getContent, objectToDelivery } from '#contract/delivery.ts';
import type { TakedownKind } from '#contract/legal.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { sweepTakedowns } from '#server/legal/sweep-takedowns.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { type CreatorMember, enterCard, HttpSite, type Member } from './http-site.ts';
import { counter, deliveredPool, disableMaterial, letCaseClockFire, settleCase } from './takedown-cases.ts';

/** Deliveries that are disabled after a copyright notice, with the money that waits for them. */
let site: HttpSite;
let owner: Member;
let fan: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('owner');
  creator = await site.creator();
  const [payer] = await site.crowd(1, 'pays');
  if (!payer) throw new Error('the crowd is empty');
  fan = payer;
});
afterAll(() => site.close());

const delivered = () => deliveredPool(site, { owner, creator, fan });
const disable = (pool: Pool, kind: TakedownKind) => disableMaterial(site, pool, kind);
const settle = (id: string, action: 'action_filed' | 'keep_down' | 'restore', reason?: string) =>
  settleCase(site, id, action, reason);
const letClockFire = (materialId: string) => letCaseClockFire(site, materialId);

describe('a disabled delivery', () => {
  it('is hidden from contributors and moves no money until it is restored', async () => {
    const pool = await delivered();
    const { material } = await disable(pool, 'delivery');
    expect(await fan.client.call(getContent, { params: { id: pool.id } })).toMatchObject({
      deliveries: [],
      withheld: true,
    });
    expect(await site.read(site.admin, pool)).toHaveLength(1);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'delivered', frozen: true, currentAmount: 20_00 });
    // Even if an admin unfreezes the pool, the creator is not paid for a delivery that fans cannot see.
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'unfreeze' } });
    await site.letTimePass(pool);
    expect((await site.pool(pool.id)).status).toBe('delivered');

    await counter(creator, material.id);
    await letClockFire(material.id);
    expect(await site.read(fan, pool)).toHaveLength(1);
    await site.letTimePass(pool);
    expect((await site.pool(pool.id)).status).toBe('completed');
  });

  it('refunds everyone once the admin records that the complainant went to court', async () => {
    const pool = await delivered();
    const { material } = await disable(pool, 'delivery');
    await expect(settle(material.id, 'action_filed')).rejects.toMatchObject({ code: 'conflict' });
    await counter(creator, material.id);
    await expect(settle(material.id, 'keep_down')).rejects.toMatchObject({ code: 'conflict' });
    const item = await settle(material.id, 'action_filed', 'D. Me. 26-cv-100');
    expect(item.materials[0]).toMatchObject({
      status: 'kept_down',
      outcome: 'action_filed',
      reason: 'D. Me. 26-cv-100',
    });
    await site.app.settle();
    const ended = await site.pool(pool.id);
    expect(ended).toMatchObject({ status: 'refunded', currentAmount: 0 });
    expect(ended.endReason).toContain('taken down after a copyright notice');
    await expect(settle(material.id, 'keep_down')).rejects.toMatchObject({ code: 'conflict' });
  });

  describe('that stays disabled while its pool is frozen for another reason', () => {
    const act = (pool: Pool, action: 'freeze' | 'unfreeze') =>
      site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action, reason: 'Looked at' } });
    /** The end of the pool in its history, and the number of refunds of its payments. */
    async function refundOf(pool: Pool) {
      await site.app.settle();
      const ends = await site.sql<{ actorId: string | null }[]>`
        select actor_id from pool_events where pool_id = ${pool.id} and to_status = 'refunded'`;
      const refunds = await site.sql<{ amountCents: number; status: string }[]>`
        select r.amount_cents, r.status from refunds r join payments p on p.id = r.payment_id where p.held_account = ${`held:${pool.id}`}`;
      return { status: (await site.pool(pool.id)).status, ends: ends.map(({ actorId }) => actorId), refunds };
    }
    const refundedBy = (actorId: string | null) => ({
      status: 'refunded',
      ends: [actorId],
      refunds: [{ amountCents: 20_00, status: 'succeeded' }],
    });

    it('refunds everyone once the case of the pool is restored', async () => {
      const pool = await delivered();
      const { id: objectionId } = await fan.client.call(objectToDelivery, {
        params: { id: pool.id },
        body: { reason: 'This is not my song' },
      });
      const { material: ofPool } = await disable(pool, 'pool');
      const { material } = await disable(pool, 'delivery');
      await counter(owner, ofPool.id);
      await letClockFire(material.id);
      expect(await site.pool(pool.id)).toMatchObject({ status: 'delivered', frozen: true });
      await letClockFire(ofPool.id);
      expect(await refundOf(pool)).toEqual(refundedBy(null));
      const [objection] = await site.sql`select status from objections where id = ${objectionId}`;
      expect(objection).toEqual({ status: 'upheld' });
    });

    it('refunds everyone once an admin unfreezes the pool, and not while a case of the delivery is live', async () => {
      const pool = await delivered();
      await act(pool, 'freeze');
      const { material } = await disable(pool, 'delivery');
      await act(pool, 'unfreeze');
      expect(await site.pool(pool.id)).toMatchObject({ status: 'delivered', frozen: false });
      await act(pool, 'freeze');
      await settle(material.id, 'keep_down');
      expect(await site.pool(pool.id)).toMatchObject({ status: 'delivered', frozen: true });
      await act(pool, 'unfreeze');
      expect(await refundOf(pool)).toEqual(refundedBy(site.admin.id));
    });

    it('refunds everyone once if the pool was kept down, too', async () => {
      const pool = await delivered();
      const { material: ofPool } = await disable(pool, 'pool');
      const { material } = await disable(pool, 'delivery');
      await settle(material.id, 'keep_down');
      await settle(ofPool.id, 'keep_down');
      expect(await refundOf(pool)).toEqual({ ...refundedBy(site.admin.id), status: 'removed' });
    });

    it('refunds everyone if both cases are settled at the same moment', async () => {
      const pool = await delivered();
      const { material: ofPool } = await disable(pool, 'pool');
      const { material } = await disable(pool, 'delivery');
      const settling = await site.app.context.db.tx(async (tx) => {
        await lockPool(tx, pool.id);
        const restoring = settle(ofPool.id, 'restore');
        await lockWaits(tx);
        const keeping = settle(material.id, 'keep_down');
        await lockWaits(tx, 2);
        return { all: Promise.all([restoring, keeping]) };
      });
      await settling.all;
      expect(await refundOf(pool)).toEqual(refundedBy(site.admin.id));
    });

    it('is found by the sweep if an earlier version left it waiting, also on two nodes', async () => {
      const pool = await delivered();
      await act(pool, 'freeze');
      const { material } = await disable(pool, 'delivery');
      await settle(material.id, 'keep_down');
      await site.sql`update pools set frozen = false, frozen_at = null where id = ${pool.id}`;
      const still = await delivered();
      const { material: other } = await disable(still, 'delivery');
      await site.sql`update takedown_materials set froze_pool = false where id = ${other.id}`;
      await settle(other.id, 'keep_down');
      await site.sql`update takedown_materials set froze_pool = true where id = ${other.id}`;
      const { context } = site.app;
      await Promise.all([sweepTakedowns(context), sweepTakedowns(context)]);
      expect(await refundOf(pool)).toEqual(refundedBy(null));
      expect(await refundOf(still)).toEqual(refundedBy(null));
    });
  });

  it('touches no money after the payout', async () => {
    const pool = await delivered();
    await site.letTimePass(pool);
    const { material } = await disable(pool, 'delivery');
    expect(await site.pool(pool.id)).toMatchObject({ status: 'completed', frozen: false });
    expect(await site.read(fan, pool)).toEqual([]);
    await letClockFire(material.id);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'completed', currentAmount: 20_00 });
    expect(await site.read(fan, pool)).toEqual([]);
  });

  describe('of a completed pool that takes late pledges', () => {
    async function completed(): Promise<Pool> {
      const pool = await delivered();
      await creator.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
      await site.letTimePass(pool);
      return site.poolIs(pool.id, 'completed');
    }
    const pledgeLate = (late: Member, { id }: Pool, useSavedCard = false) =>
      late.client.call(pledgeToPool, {
        params: { poolId: id },
        body: { amountCents: 10_00, requestKey: randomUUID(), useSavedCard },
      });
    const paymentsOf = async (late: Member) => [
      ...(await site.sql`select status, refunded_cents from payments where user_id = ${late.id} order by attempt`),
    ];
    const payoutsOf = async ({ id }: Pool) =>
      (await site.sql`select from payouts where subject like ${`pool:${id}%`}`).length;
    const withCard = async () => (await site.crowd(1, 'pays'))[0] as Member;

    it('takes no late fan until it is restored, and releases one who has not paid yet', async () => {
      const pool = await completed();
      const onPage = await site.member('late');
      const { pledge, setup } = await pledgeLate(onPage, pool);
      const { material } = await disable(pool, 'delivery');
      expect(await site.pool(pool.id)).toMatchObject({ status: 'completed', allowsLatePledges: false });
      await site.pledgeIs(onPage, pledge.id, 'released');
      const [notice] = await site.noticesOf(onPage);
      expect(notice).toMatchObject({ kind: 'pledge_dropped', title: 'Your pledge was released' });
      expect(notice?.body).toContain('is disabled after a copyright notice, so the pool takes no more pledges.');
      await enterCard(setup?.url ?? '').catch(() => undefined);
      await site.app.settle();
      expect(await paymentsOf(onPage)).toEqual([{ status: 'failed', refundedCents: 0 }]);

      const late = await withCard();
      await expect(pledgeLate(late, pool, true)).rejects.toMatchObject({ status: 409, code: 'pool_closed' });
      expect(await paymentsOf(late)).toEqual([]);
      expect(await payoutsOf(pool)).toBe(1);

      await settle(material.id, 'restore');
      expect(await site.pool(pool.id)).toMatchObject({ allowsLatePledges: true });
      expect((await pledgeLate(late, pool, true)).pledge.status).toBe('paid');
      expect(await site.read(late, pool)).toHaveLength(1);
      expect(await payoutsOf(pool)).toBe(2);
    });

    it('charges no fan who pledges at the moment in which it is disabled', async () => {
      const pool = await completed();
      const late = await withCard();
      let pledged: Promise<PromiseSettledResult<unknown>[]> | undefined;
      site.app.context.facts.within('content.withheld', async (tx, { poolId }) => {
        if (poolId !== pool.id) return;
        // This fan has read the pool as it was, and waits for its lock.
        pledged = Promise.allSettled([pledgeLate(late, pool, true)]);
        await lockWaits(tx);
      });
      await disable(pool, 'delivery');
      expect(await pledged).toMatchObject([{ status: 'rejected', reason: { status: 409, code: 'pool_closed' } }]);
      await site.app.settle();
      expect(await paymentsOf(late)).toEqual([]);
    });

    it('refunds a late fan who pays after an earlier version has disabled it', async () => {
      const pool = await completed();
      const late = await site.member('late');
      const { pledge, setup } = await pledgeLate(late, pool);
      const set = (at: Date | null) =>
        site.sql`update content_claims set withheld_at = ${at} where pool_id = ${pool.id}`;
      await set(new Date());
      await enterCard(setup?.url ?? '');
      await site.app.settle();
      await site.app.settle();
      await site.pledgeIs(late, pledge.id, 'refunded');
      expect(await paymentsOf(late)).toEqual([{ status: 'succeeded', refundedCents: 10_00 }]);
      expect(await payoutsOf(pool)).toBe(1);
      await set(null);
    });
  });

  it('takes no late fan if an admin unfreezes the delivered pool', async () => {
    const pool = await delivered();
    await creator.client.call(setLatePledges, { params: { id: pool.id }, body: { allowed: true } });
    const { material } = await disable(pool, 'delivery');
    await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'unfreeze' } });
    const late = await site.member('late');
    const body = { amountCents: 10_00, requestKey: randomUUID() };
    const pledging = late.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
    await expect(pledging).rejects.toMatchObject({ status: 409, code: 'pool_closed' });
    await settle(material.id, 'restore');
  });
});
