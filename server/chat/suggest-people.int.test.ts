import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { suggestPeople } from '#contract/chat/chat-search.ts';
import { blockUser } from '#contract/people.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makePool } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let mia: Person;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const suggested = async ({ client }: Person) => (await client.call(suggestPeople)).map(({ id }) => id);

/** A pledge as the database keeps it; no money moves here. */
async function back(fan: Person, poolId: string, anonymous = false): Promise<void> {
  await app.context.db.sql`
    insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents, anonymous, pledged_at)
    values (${poolId}, ${fan.id}, 1000, 'pledged', ${`${fan.id} ${poolId}`}, 1000, ${anonymous}, now())`;
}

it('suggests people I talked to, then creators, owners and named fans of pools I back', async () => {
  mia = await insertPerson(app);
  const [talked, creator, owner, fan, hidden, secret, stranger] = (await Promise.all(
    Array.from({ length: 7 }, () => insertPerson(app)),
  )) as [Person, Person, Person, Person, Person, Person, Person];
  expect(await suggested(mia)).toEqual([]);
  await mia.client.call(openDirectConversation, { body: { otherUserId: talked.id } });
  const pool = await makePool(owner);
  const { sql } = app.context.db;
  await sql`update pools set assigned_creator_id = ${creator.id} where id = ${pool.id}`;
  await sql`update users set backs_private = true where id = ${secret.id}`;
  await back(mia, pool.id);
  await back(fan, pool.id);
  await back(hidden, pool.id, true);
  await back(secret, pool.id);
  expect(await suggested(mia)).toEqual([talked.id, creator.id, owner.id, fan.id]);
  expect(await suggested(stranger)).toEqual([]);
  // Blocks in either direction and suspended accounts are left out.
  await mia.client.call(blockUser, { params: { id: talked.id } });
  await owner.client.call(blockUser, { params: { id: mia.id } });
  await sql`update users set suspended_at = now() where id = ${fan.id}`;
  expect(await suggested(mia)).toEqual([creator.id]);
  await sql`delete from pledges`;
  await expect(app.client().call(suggestPeople)).rejects.toMatchObject({ status: 401 });
});

it('fills the places of people that it leaves out', async () => {
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => insertPerson(app)));
  const ids = (some: readonly Person[]) => some.map(({ id }) => id);
  const [ida, owner] = (await people(2)) as [Person, Person];
  const [friends, fans] = [await people(10), await people(3)];
  for (const { id } of friends) await ida.client.call(openDirectConversation, { body: { otherUserId: id } });
  expect(await suggested(ida)).toEqual(ids(friends.slice(2)).reverse());
  for (const friend of friends.slice(2)) await friend.client.call(blockUser, { params: { id: ida.id } });
  const talked = ids(friends.slice(0, 2)).reverse();
  expect(await suggested(ida)).toEqual(talked);
  const pool = await makePool(owner);
  for (const fan of [ida, ...friends, ...fans]) await back(fan, pool.id);
  const [first, second, third, ...more] = await suggested(ida);
  expect([first, second, third]).toEqual([...talked, owner.id]);
  expect(more.sort()).toEqual(ids(fans).sort());
  await app.context.db.sql`delete from pledges`;
});
