import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getContent } from '#contract/delivery.ts';
import { listNotifications } from '#contract/notifications.ts';
import { getPool } from '#contract/pools/pools.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** The delivery of a completed pool that an admin removes. */
let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

const reason = 'The title breaks the rules.';

async function completed() {
  const { poolId, fans } = await stage.collected([{ cents: 60_00 }, { cents: 40_00 }]);
  await stage.deliver(poolId);
  await stage.clock(poolId, 'quiet_until');
  const [fan] = fans;
  if (!fan) throw new Error('there is no fan');
  return { fan, params: { id: poolId } };
}

const removedNoticeOf = async (fan: Awaited<ReturnType<typeof completed>>['fan']) => {
  await stage.app.settle();
  const { notifications } = await fan.client.call(listNotifications);
  return notifications.find(({ kind }) => kind === 'removed')?.body;
};

it('stays with the fans who paid if the admin says so, and with no one else', async () => {
  const { fan, params } = await completed();
  const { admin, creator } = stage.people;
  const body = { action: 'remove', reason, keepsDelivery: true } as const;
  await admin.client.call(actOnPool, { params, body });
  expect(await fan.client.call(getContent, { params })).toMatchObject({ deliveries: [{ status: 'approved' }] });
  expect(await fan.client.call(getPool, { params })).toMatchObject({
    status: 'removed',
    hasAccess: true,
    description: '',
  });
  expect(await removedNoticeOf(fan)).toContain('You can still open the delivery.');
  for (const who of [creator, await stage.fan()])
    await expect(who.client.call(getContent, { params })).rejects.toMatchObject({ code: 'content_locked' });
  const [row] = await stage.sql`select after from audit_log where action = 'pool.remove' and target_id = ${params.id}`;
  expect(row?.after).toMatchObject({ status: 'removed', keepsDelivery: true });
});

it('is closed to everyone otherwise, and the notice to fans says so', async () => {
  const { fan, params } = await completed();
  await stage.people.admin.client.call(actOnPool, { params, body: { action: 'remove', reason } });
  await expect(fan.client.call(getContent, { params })).rejects.toMatchObject({ code: 'content_locked' });
  expect(await fan.client.call(getPool, { params })).toMatchObject({ hasAccess: false });
  expect(await removedNoticeOf(fan)).toContain('The delivery can no longer be opened.');
});

it('cannot be kept before the creator was paid, and nothing changes then', async () => {
  const { poolId } = await stage.collected([{ cents: 100_00 }]);
  await stage.deliver(poolId);
  const open = await stage.newPool();
  for (const id of [poolId, open.id]) {
    const { status } = await stage.pool(id);
    const body = { action: 'remove', reason, keepsDelivery: true } as const;
    const refused = stage.people.admin.client.call(actOnPool, { params: { id }, body });
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'pool_state' });
    expect((await stage.pool(id)).status).toBe(status);
  }
});
