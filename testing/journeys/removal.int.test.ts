import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool, listAdminPools } from '#contract/admin/moderation.ts';
import { getCreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { getPool, listPools, type Pool, type PoolStatus, poolStatuses, resolvePool } from '#contract/pools/pools.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import { createPoolsInEveryState } from './pools-in-every-state.ts';

/** An admin can remove a pool in any state, and held money is refunded. */
let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let fan: Member;
let broke: Member;
let pools: Record<PoolStatus, Pool>;

beforeAll(async () => {
  site = await HttpSite.open();
  owner = await site.member('owner');
  creator = await site.creator();
  const [payer] = await site.crowd(1, 'pays');
  const [debtor] = await site.crowd(1, 'insufficient_funds');
  if (!payer || !debtor) throw new Error('the crowd is empty');
  fan = payer;
  broke = debtor;
  pools = await createPoolsInEveryState(site, { owner, creator, fan, broke });
}, 120_000);
afterAll(() => site.close());

const removable = poolStatuses.filter((status) => status !== 'removed');

it.each(removable)('removes a pool that is %s and refunds held money', async (status) => {
  const pool = pools[status];
  const removal = { params: { id: pool.id }, body: { action: 'remove', reason: 'It broke a rule.' } } as const;
  const paidBefore = await sumOf(pool, 'paid');
  const { items } = await site.admin.client.call(listAdminPools, { query: { status } });
  expect(items).toContainEqual(expect.objectContaining({ id: pool.id, heldCents: await heldFor(pool) }));
  expect(await site.admin.client.call(actOnPool, removal)).toMatchObject({ status: 'removed' });
  await site.app.settle();
  expect(await heldFor(pool)).toBe(0);
  // Released money cannot be refunded; contributors keep their access.
  const kept = status === 'completed' ? paidBefore : 0;
  expect([await sumOf(pool, 'paid'), (await site.pool(pool.id)).currentAmount]).toEqual([kept, kept]);
  expect(await sumOf(pool, 'refund_pending')).toBe(0);
  expect((await sumOf(pool, 'charging')) + (await sumOf(pool, 'notified')) + (await sumOf(pool, 'pledged'))).toBe(0);
  await expectGoneFor(fan, pool);
  const { request } = await creator.client.call(getCreatorRequest, { params: { id: pool.id } });
  expect(request?.wasCompleted ?? false).toBe(status === 'completed');
  if (status === 'completed') expect(request?.forecast.netCents).toBeGreaterThan(0);
  await expect(site.admin.client.call(actOnPool, removal)).rejects.toMatchObject({ code: 'pool_state' });
});

it('lists removed pools only for admins', async () => {
  expect(await owner.client.call(listPools, {})).toMatchObject({ pools: [], pagination: { totalCount: 0 } });
  const { items } = await site.admin.client.call(listAdminPools, { query: { status: 'removed' } });
  expect(items).toHaveLength(poolStatuses.length);
});

/** A fan who pledged sees why the pool ended, but not its removed content. Everyone else gets a 404. */
async function expectGoneFor(fan: Member, pool: Pool): Promise<void> {
  const at = { params: { id: pool.id } };
  const paths = { query: { path: pool.canonicalPath } };
  for (const stranger of [site.visitor(), await site.member()]) {
    await expect(stranger.client.call(getPool, at)).rejects.toMatchObject({ status: 404 });
    await expect(stranger.client.call(resolvePool, paths)).rejects.toMatchObject({ status: 404 });
  }
  const [pledge] = await site.sql`select 1 from pledges where pool_id = ${pool.id} and fan_id = ${fan.id}`;
  if (!pledge) return expect(fan.client.call(getPool, at)).rejects.toMatchObject({ status: 404 });
  const seen = await fan.client.call(resolvePool, paths);
  expect(seen).toMatchObject({ id: pool.id, title: pool.title, status: 'removed', myPledge: { poolId: pool.id } });
  expect(seen).toMatchObject({ description: '', images: [], imageUrl: null, recentFans: [], hasAccess: false });
  expect(seen.events).toEqual([expect.objectContaining({ to: 'removed', reason: 'It broke a rule.' })]);
}

async function sumOf(pool: Pool, status: string): Promise<number> {
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from pledges where pool_id = ${pool.id} and status = ${status}`;
  return row?.cents ?? 0;
}

async function heldFor(pool: Pool): Promise<number> {
  const [row] = await site.sql<{ cents: number }[]>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from ledger_entries where account = ${`held:${pool.id}`}`;
  return row?.cents ?? 0;
}
