import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool, listAdminPools } from '#contract/admin/moderation.ts';
import { listHeldPools } from '#contract/admin/money-lists.ts';
import { getAdminUser } from '#contract/admin/users.ts';
import { listCreatorRequests } from '#contract/creators/creator-dashboard.ts';
import { likePool, listLikedPools } from '#contract/likes.ts';
import { listMyPools } from '#contract/pledges/my-pools.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

type Figures = Record<string, { pledgedAmount: number; fanCount?: number } | undefined>;

/** The figures of a pool in each list, for its owner, its creator, one of its fans and an admin. */
async function readLists(poolId: string, fan: Awaited<ReturnType<PledgeStage['fan']>>): Promise<Figures> {
  const { owner, creator, admin } = stage.people;
  const isIt = ({ id }: { id: string }) => id === poolId;
  const requests = await creator.client.call(listCreatorRequests, { query: { stage: 'ended' } });
  const user = await admin.client.call(getAdminUser, { params: { id: owner.id } });
  const pledges = await fan.client.call(listMyPledges);
  return {
    mine: (await owner.client.call(listMyPools)).pools.find(isIt),
    liked: (await fan.client.call(listLikedPools)).pools.find(isIt),
    requests: requests.items.find(isIt),
    adminPools: (await admin.client.call(listAdminPools)).items.find(isIt),
    adminUser: user.pools.items.find(isIt),
    pledges: pledges.find((each) => each.poolId === poolId)?.pool ?? undefined,
  };
}

const csvLine = async (poolId: string) => {
  const csv = await (await stage.people.admin.client.raw('GET', `/api/admin/pools.csv?search=${poolId}`)).text();
  return csv.split('\n')[1];
};

it.each([
  ['is declined', (id: string) => stage.apply(id, { type: 'decline' })],
  ['misses its goal', (id: string) => stage.clock(id, 'deadline')],
])('a pool that %s has the figures of its page in every list', async (_end, end) => {
  const pool = await stage.newPool(60_00);
  const [fan, leaver] = [await stage.fan(), await stage.fan()];
  await stage.pledge(fan, pool.id, 30_00);
  await stage.pledge(await stage.fan(), pool.id, 20_00);
  await fan.client.call(likePool, { params: { id: pool.id } });
  await leaver.client.call(likePool, { params: { id: pool.id } });
  await end(pool.id);
  await stage.settle();
  const { atEnd } = await stage.pool(pool.id);
  expect(atEnd).toEqual({ pledgedAmount: 50_00, fanCount: 2 });
  for (const [list, figures] of Object.entries(await readLists(pool.id, fan))) {
    expect(figures, list).toMatchObject(figures?.fanCount === undefined ? { pledgedAmount: 50_00 } : (atEnd ?? {}));
  }
  expect(await csvLine(pool.id)).toContain(',50.00,');
});

it('a pool that is refunded has the sum that fans paid, also while it still holds money', async () => {
  const { poolId, fans } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  const held = async () => {
    const { items } = await stage.people.admin.client.call(listHeldPools, { query: { search: poolId } });
    return items[0]?.fanCount;
  };
  expect(await held()).toBe(2);
  await stage.apply(poolId, { type: 'give_up' });
  expect((await stage.pool(poolId)).status).toBe('refunded');
  expect(await held()).toBe(2);
  await stage.settle();
  const [fan] = fans;
  if (!fan) throw new Error('no fan');
  const { liked: _, ...lists } = await readLists(poolId, fan);
  for (const [list, figures] of Object.entries(lists)) expect(figures, list).toMatchObject({ pledgedAmount: 50_00 });
});

it('a pool that was removed after its delivery keeps its totals', async () => {
  const { poolId } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  await stage.deliver(poolId);
  await stage.clock(poolId, 'quiet_until');
  expect((await stage.pool(poolId)).status).toBe('completed');
  const { admin } = stage.people;
  await admin.client.call(actOnPool, { params: { id: poolId }, body: { action: 'remove', reason: 'Copied work' } });
  const { items } = await admin.client.call(listAdminPools, { query: { search: poolId } });
  expect(items[0]).toMatchObject({ status: 'removed', pledgedAmount: 50_00, fanCount: 2 });
});
