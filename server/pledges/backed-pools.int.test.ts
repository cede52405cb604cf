import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBackedPools, withdrawPledge } from '#contract/pledges/pledges.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

it('lists the eight newest live pledges of a fan with their pools, and counts all', async () => {
  const [fan, other] = [await stage.fan(), await stage.fan()];
  expect(await fan.client.call(listBackedPools)).toEqual({ total: 0, pledges: [] });
  const backed: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    const pool = await stage.newPool();
    const { pledge } = await stage.post(fan, pool.id, 12_00);
    if (n === 9) await fan.client.call(withdrawPledge, { params: { id: pledge.id } });
    else backed.unshift(pool.id);
  }
  const { total, pledges } = await fan.client.call(listBackedPools);
  expect(total).toBe(9);
  expect(pledges.map(({ poolId }) => poolId)).toEqual(backed.slice(0, 8));
  expect(pledges[0]).toMatchObject({
    status: 'setup_pending',
    amountCents: 12_00,
    pool: { id: backed[0], fundingGoal: 100_00, pledgedAmount: 0 },
  });
  expect(await other.client.call(listBackedPools)).toEqual({ total: 0, pledges: [] });
});

it('hides the title and the picture of an adult pool until the fan has passed the age gate', async () => {
  const fan = await stage.fan();
  const pool = await stage.newPool();
  await stage.post(fan, pool.id, 12_00);
  const key = 'a'.repeat(32);
  await stage.sql`
    with image as (insert into images (key, width, height, size_bytes) values (${key}, 10, 10, 10) returning id)
    insert into pool_images (pool_id, image_id, position) select ${pool.id}, id, 0 from image`;
  await stage.sql`update pools set adult = true where id = ${pool.id}`;
  const read = async () => (await fan.client.call(listBackedPools)).pledges[0];
  expect(await read()).toMatchObject({ poolTitle: 'Adult pool', pool: { id: pool.id, imageUrl: null } });
  fan.client.cookies.set('age_verified', '1');
  expect(await read()).toMatchObject({
    poolTitle: pool.title,
    pool: { id: pool.id, imageUrl: `/media/images/${key}.webp`, categories: [{ category: { name: 'Music' } }] },
  });
});

it('hides the name of an adult creator while adult content is off, also with an old age cookie', async () => {
  const off = await stage.addNode({ ADULT_CONTENT: 'off' });
  const fan = await stage.fan();
  await stage.post(fan, (await stage.newPool()).id, 12_00);
  await stage.sql`
    update creator_profiles set category_id = (select id from categories where adult) where owner_id = ${stage.people.creator.id}`;
  const client = off.client();
  client.cookies.set('sid', fan.id);
  const creatorFor = async (reader: typeof client) => (await reader.call(listBackedPools)).pledges[0]?.pool?.creator;
  for (const reader of [fan.client, client]) reader.cookies.set('age_verified', '1');
  const creator = await creatorFor(fan.client);
  expect(creator).toMatchObject({ displayName: 'A Creator' });
  expect(await creatorFor(client)).toEqual({ ...creator, displayName: creator?.username, avatarUrl: null });
});
