import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCreatorDashboard, getCreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { getContent, objectToDelivery } from '#contract/delivery.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getPool } from '#contract/pools/pools.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import { DeliveryStage } from '#testing/delivery-stage.ts';
import type { Person } from '#testing/insert-person.ts';
import { decideObjection } from './decide-objection.ts';

let creator: Person;
let otherCreator: Person;
let admin: Person;
let paid: Person;
let unpaid: Person;
let stranger: Person;
let stage: DeliveryStage;
beforeAll(async () => {
  stage = await DeliveryStage.open();
  ({ creator, otherCreator, admin, paid, unpaid, stranger } = stage.people);
});
afterAll(() => stage.close());
beforeEach(() => stage.newPool());

describe('objections', () => {
  const object = (who: Person) =>
    who.client.call(objectToDelivery, { params: { id: stage.poolId }, body: { reason: 'This is not the song' } });
  const settle = (id: string, status: 'upheld' | 'dismissed', outcome: 'refund' | 'redo' = 'refund') =>
    stage.context.db.tx((tx) =>
      decideObjection(stage.context, tx, { id, status, outcome, answer: 'We looked', adminId: admin.id }),
    );
  const endQuiet = () => stage.sql`
    update pools set quiet_until = now() - interval '1 second', clock_at = now() - interval '1 second' where id = ${stage.poolId}`;

  it('accepts one objection per contributor, in the quiet period only', async () => {
    await expect(object(paid)).rejects.toMatchObject({ code: 'objection_closed' });
    await stage.submit({ text: 'x' });
    await stage.decide('approved');
    for (const who of [stranger, unpaid, creator])
      await expect(object(who)).rejects.toMatchObject({ code: 'content_locked' });
    const objected = async (who: Person) =>
      (await who.client.call(getContent, { params: { id: stage.poolId } })).objected;
    expect(await objected(paid)).toBe(false);
    expect(await object(paid)).toMatchObject({ status: 'open' });
    expect([await objected(paid), await objected(creator)]).toEqual([true, false]);
    await expect(object(paid)).rejects.toMatchObject({ code: 'claim_exists' });
    await stage.assertInvariants();
    await endQuiet();
    const { id } = (await stage.sql`select id from objections where pool_id = ${stage.poolId}`)[0] as { id: string };
    await settle(id, 'upheld', 'redo');
    expect((await stage.poolRow())?.status).toBe('in_production');
    await expect(settle(id, 'dismissed')).rejects.toMatchObject({ code: 'conflict' });
    await stage.assertInvariants();
  });

  it('shows the creator on the dashboard why the delivery must be redone', async () => {
    const why = async () => {
      const { work } = await creator.client.call(getCreatorDashboard);
      return work.find(({ id }) => id === stage.poolId)?.sentBackReason;
    };
    expect(await why()).toBeNull();
    await stage.submit({ text: 'x' });
    expect(await why()).toBeNull();
    await stage.decide('rejected', 'No sound after a minute');
    expect(await why()).toBe('No sound after a minute');
    await stage.submit({ text: 'y' });
    await stage.decide('approved');
    const { id } = await object(paid);
    await settle(id, 'upheld', 'redo');
    expect(await why()).toBe('We looked');
  });

  it('holds the completion while an objection is open', async () => {
    await stage.submit({ text: 'x' });
    await stage.decide('approved');
    const view = async () => {
      const { request } = await creator.client.call(getCreatorRequest, { params: { id: stage.poolId } });
      return [request?.hasOpenObjection, typeof request?.payoutBy];
    };
    expect(await view()).toEqual([false, 'string']);
    const { id } = await object(paid);
    await endQuiet();
    await applyPoolDeadline(stage.context, stage.poolId);
    expect((await stage.poolRow())?.status).toBe('delivered');
    expect(await view()).toEqual([true, 'object']);
    await settle(id, 'dismissed');
    await stage.app.settle();
    expect((await stage.poolRow())?.status).toBe('completed');
    const notices = await paid.client.call(listNotifications);
    expect(notices.notifications.find(({ kind }) => kind === 'objection_dismissed')?.body).toContain(
      'Our answer: We looked. The delivery stands, and your payment goes to the creator.',
    );
    await expect(object(paid)).rejects.toMatchObject({ code: 'objection_closed' });
  });

  it('tells each fan who paid once that the creator delivers again', async () => {
    await stage.submit({ text: 'x' });
    await stage.decide('approved');
    await stage.addPledge(otherCreator, 'paid', 500);
    await stage.addPledge(stranger, 'paid', 500);
    const { id } = await object(paid);
    await settle((await object(stranger)).id, 'dismissed');
    await settle(id, 'upheld', 'redo');
    await stage.app.settle();
    const noticesOf = async (who: Person) => {
      const { notifications } = await who.client.call(listNotifications);
      const about = notifications.filter(({ kind, href }) => kind === 'objection_upheld' && href === poolPath);
      return about.map(({ title }) => title);
    };
    const { canonicalPath: poolPath } = await paid.client.call(getPool, { params: { id: stage.poolId } });
    expect(await noticesOf(paid)).toEqual(['Your objection was upheld']);
    for (const who of [otherCreator, stranger])
      expect(await noticesOf(who)).toEqual([expect.stringMatching(/has to deliver again$/)]);

    // After the next delivery, the earlier objection no longer counts.
    await stage.submit({ text: 'y' });
    await stage.decide('approved');
    await settle((await object(stranger)).id, 'upheld', 'redo');
    await stage.app.settle();
    expect(await noticesOf(paid)).toHaveLength(2);
  });

  it('refunds everyone and closes the other objections when one is upheld', async () => {
    await stage.submit({ text: 'x' });
    await stage.decide('approved');
    await stage.addPledge(otherCreator, 'paid', 500);
    const { id } = await object(paid);
    await object(otherCreator);
    await settle(id, 'upheld');
    expect((await stage.poolRow())?.status).toBe('refunded');
    const statuses = await stage.sql`select status from objections where pool_id = ${stage.poolId}`;
    expect(statuses.map(({ status }) => status)).toEqual(['upheld', 'upheld']);
  });
});
