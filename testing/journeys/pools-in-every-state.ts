import { actOnPool } from '#contract/admin/moderation.ts';
import { cancelPool, declinePool, giveUpPool, type Pool, type PoolStatus } from '#contract/pools/pools.ts';
import type { CreatorMember, HttpSite, Member } from './http-site.ts';

export interface PoolPeople {
  owner: Member;
  creator: CreatorMember;
  /** The saved card can be charged. */
  fan: Member;
  /** The saved card has insufficient funds. */
  broke: Member;
}

/** Creates one pool in every state through the API. */
export async function createPoolsInEveryState(site: HttpSite, people: PoolPeople): Promise<Record<PoolStatus, Pool>> {
  const { owner, creator, fan, broke } = people;
  const reason = 'There is no time this month.';
  const because = (pool: Pool) => ({ params: { id: pool.id }, body: { reason } });
  const fresh = () => site.newPool(owner, creator);
  const met = async () => {
    const pool = await fresh();
    await site.pledgeWithSavedCard(fan, pool, 50_00);
    return pool;
  };
  const owed = async () => {
    const pool = await fresh();
    await site.pledgeWithSavedCard(fan, pool, 20_00);
    await site.pledgeWithSavedCard(broke, pool, 30_00);
    await site.accept(creator, pool, { floorCents: 40_00 });
    await site.app.settle();
    return pool;
  };
  const funded = async () => {
    const pool = await met();
    await site.accept(creator, pool);
    await site.app.settle();
    return pool;
  };
  const submitted = async () => {
    const pool = await funded();
    await site.deliver(creator, pool);
    return pool;
  };
  const delivered = async () => {
    const pool = await submitted();
    await site.review(pool);
    return pool;
  };
  const afterTime = async (make: () => Promise<Pool>) => {
    const pool = await make();
    await site.letTimePass(pool);
    return pool;
  };
  const after = async (make: () => Promise<Pool>, act: (pool: Pool) => Promise<unknown>) => {
    const pool = await make();
    await act(pool);
    await site.app.settle();
    return pool;
  };
  const makers: Record<PoolStatus, () => Promise<Pool>> = {
    in_review: () => site.newPool(owner, creator, { categories: ['NSFW'] }),
    open: fresh,
    goal_met: met,
    accepted: () => after(fresh, (pool) => site.accept(creator, pool)),
    collecting: owed,
    shortfall: () => afterTime(owed),
    in_production: funded,
    delivery_review: submitted,
    delivered,
    completed: () => afterTime(delivered),
    expired: () => afterTime(fresh),
    declined: () => after(met, (pool) => creator.client.call(declinePool, because(pool))),
    lapsed: () => afterTime(met),
    cancelled: () => after(met, (pool) => site.admin.client.call(cancelPool, because(pool))),
    refunded: () => after(funded, (pool) => creator.client.call(giveUpPool, { params: { id: pool.id } })),
    removed: () =>
      after(met, ({ id }) => site.admin.client.call(actOnPool, { params: { id }, body: { action: 'remove', reason } })),
  };
  const pools: Partial<Record<PoolStatus, Pool>> = {};
  for (const [status, make] of Object.entries(makers) as [PoolStatus, () => Promise<Pool>][]) {
    const pool = await site.pool((await make()).id);
    if (pool.status !== status) throw new Error(`staged ${pool.status} instead of ${status}`);
    pools[status] = pool;
  }
  return pools as Record<PoolStatus, Pool>;
}
