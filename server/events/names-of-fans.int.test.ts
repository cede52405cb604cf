import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { changeAdminUser } from '#contract/admin/users.ts';
import { listContributors } from '#contract/contributors.ts';
import { type EventOf, listEvents, listSiteEvents } from '#contract/events.ts';
import { type PledgeStatus, pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { changePledge } from '#contract/pledges/pledges.ts';
import { getPool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { listUpdates, postUpdate } from '#contract/updates.ts';
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

it('names the fans of a pool’s list of contributors to its creator, and no others', async () => {
  const { creator } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  const { id } = await stage.pledge(await stage.fan(), poolId, 20_00);
  const namedWhile = async (status: PledgeStatus) => {
    await stage.sql`update pledges set status = ${status} where id = ${id}`;
    const { events } = await creator.client.call(listEvents, { query: { type: 'pledge.placed' } });
    const { items } = await creator.client.call(listContributors, { params: { id: poolId }, query: {} });
    const placed = (events as EventOf<'pledge.placed'>[]).filter(({ data }) => data.pool.id === poolId);
    return [placed.filter(({ data }) => data.pledge.fan).length, items.filter(({ fan }) => fan).length];
  };
  for (const status of pledgeStatuses) {
    const [events, contributors] = await namedWhile(status);
    expect([status, events]).toEqual([status, contributors]);
  }
  await stage.sql`update pledges set status = 'pledged' where id = ${id}`;
});

it('keeps a pledge that was anonymous without a name when its fan shows theirs', async () => {
  const { creator } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  const fan = await stage.fan();
  await stage.saveCard(fan);
  const { pledge } = await stage.post(fan, poolId, 20_00, { useSavedCard: true, anonymous: true });
  const body = { amountCents: 30_00, anonymous: false };
  await fan.client.call(changePledge, { params: { id: pledge.id }, body });
  const { events } = await creator.client.call(listEvents, { query: { type: 'pledge.placed,pledge.changed' } });
  const shown = (events as EventOf<'pledge.placed' | 'pledge.changed'>[])
    .filter(({ data }) => data.pool.id === poolId)
    .map(({ type, data }) => [type, data.pledge.id, data.pledge.fan?.username ?? null]);
  expect(shown).toEqual([
    ['pledge.placed', null, null],
    ['pledge.changed', pledge.id, await usernameOf(fan)],
  ]);
});

it('tells a creator who lost the role nothing that their own requests would not', async () => {
  const { creator, admin, owner } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  await stage.pledge(await stage.fan(), poolId, 20_00);
  const count = async ({ client }: Person) => (await client.call(listEvents, { query: {} })).events.length;
  const before = [await count(creator), await count(owner)];
  const change = (role: 'user' | 'creator') =>
    admin.client.call(changeAdminUser, { params: { id: creator.id }, body: { role, reason: 'Asked for it' } });
  await change('user');
  await expect(creator.client.call(listContributors, { params: { id: poolId }, query: {} })).rejects.toMatchObject({
    status: 403,
  });
  expect([await count(creator), await count(owner)]).toEqual([0, before[1]]);
  await change('creator');
  expect(await count(creator)).toBe(before[0]);
});

it('gives a creator the name that their pool shows', async () => {
  const { creator, owner } = stage.people;
  const { id: poolId } = await stage.newPool(500_00);
  await creator.client.call(updateProfile, { body: { displayName: 'A private person' } });
  await stage.accept(poolId, { atCurrentAmount: false });
  const body = { audience: 'everyone', content: 'News', requestKey: randomUUID() } as const;
  await creator.client.call(postUpdate, { params: { id: poolId }, body });
  const { updates } = await owner.client.call(listUpdates, { params: { id: poolId } });
  const { events } = await owner.client.call(listEvents, { query: { type: 'update.posted' } });
  const [event] = (events as EventOf<'update.posted'>[]).filter(({ data }) => data.pool.id === poolId);
  expect(event?.data.update.author.displayName).toBe('A Creator');
  expect(event?.data.update.author.displayName).toBe(updates[0]?.author?.displayName);
});
