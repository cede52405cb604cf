import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listContributors } from '#contract/contributors.ts';
import { type EventOf, listEvents, listSiteEvents } from '#contract/events.ts';
import { getPool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import type { Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

async function usernameOf({ id }: Person): Promise<string> {
  const [row] = await stage.sql<{ username: string }[]>`select username from users where id = ${id}`;
  return row?.username ?? '';
}

it('names no fan to people who find the name nowhere else', async () => {
  const { owner, creator, admin } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  const about = { params: { id: poolId } };
  const [shy, open] = [await stage.fan(), await stage.fan()];
  await shy.client.call(updateProfile, { body: { backsPrivate: true } });
  for (const fan of [shy, open]) await stage.pledge(fan, poolId, 20_00);
  const names = await Promise.all([shy, open].map(usernameOf));
  const namedTo = async (who: Person, call: typeof listEvents | typeof listSiteEvents = listEvents) => {
    const { events } = await who.client.call(call, { query: { type: 'pledge.placed' } });
    return (events as EventOf<'pledge.placed'>[])
      .filter(({ data }) => data.pool.id === poolId)
      .map(({ data }) => data.pledge.fan?.username ?? null);
  };
  expect(await namedTo(creator)).toEqual(names);
  expect(await namedTo(owner)).toEqual([null, names[1]]);
  const page = await owner.client.call(getPool, about);
  expect(page.recentFans.map(({ username }) => username)).toEqual([names[1]]);

  await admin.client.call(actOnPool, { ...about, body: { action: 'remove', reason: 'Not allowed here' } });
  await expect(creator.client.call(listContributors, { ...about, query: {} })).rejects.toThrow();
  expect(await namedTo(creator)).toEqual([null, null]);
  expect(await namedTo(owner)).toEqual([null, null]);
  expect(await namedTo(admin, listSiteEvents)).toEqual(names);
});
