import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelPool, listPools, poolSorts } from '#contract/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool, makeUnclaimedProfile } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let owner: Person;
let creator: Creator;
const tag = `w${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  creator = await makeCreator(app);
  const unclaimed = await makeUnclaimedProfile(app);
  await makePool(owner, { title: `${tag} open one`, categories: ['Music'] });
  await makePool(owner, { title: `${tag} open two`, categories: ['Comedy'] });
  await makePool(owner, { title: `${tag} for Maya`, creatorProfileId: creator.profileId });
  await makePool(owner, { title: `${tag} for a stranger`, creatorProfileId: unclaimed.profileId });
  const taken = await makePool(owner, { title: `${tag} taken` });
  await app.context.db.sql`update pools set assigned_creator_id = ${creator.id} where id = ${taken.id}`;
  const frozen = await makePool(owner, { title: `${tag} frozen` });
  await app.context.db.sql`update pools set frozen = true, frozen_at = now() where id = ${frozen.id}`;
  const ended = await makePool(owner, { title: `${tag} ended` });
  await owner.client.call(cancelPool, { params: { id: ended.id }, body: { reason: 'Changed my mind' } });
});
afterAll(() => app.close());

const ask = async (query: Record<string, unknown>) => {
  const { pools, pagination, matchingCount } = await app.client().call(listPools, { query });
  return { titles: pools.map(({ title }) => title), total: pagination.totalCount, matchingCount };
};
const open = [`${tag} open two`, `${tag} open one`];

describe('the feed of pools that are open to any creator', () => {
  it('has only pools that name no creator, that no one has taken and that accept pledges', async () => {
    expect(await ask({ anyCreator: 'true' })).toEqual({ titles: open, total: 2, matchingCount: 2 });
    expect((await ask({})).total).toBeGreaterThan(2);
  });

  it('combines with categories, orders, pages and a search', async () => {
    expect((await ask({ anyCreator: 'true', categories: 'Music' })).titles).toEqual([`${tag} open one`]);
    expect((await ask({ anyCreator: 'true', categories: 'Music,Comedy' })).titles).toEqual(open);
    expect(await ask({ anyCreator: 'true', categories: 'No such category' })).toMatchObject({ titles: [], total: 0 });
    for (const sort of poolSorts)
      expect((await ask({ anyCreator: 'true', sort })).titles.toSorted()).toEqual(open.toSorted());
    expect(await ask({ anyCreator: 'true', pageSize: 1, page: 2 })).toMatchObject({ titles: [open[1]], total: 2 });
    expect(await ask({ anyCreator: 'true', search: `${tag} one` })).toMatchObject({ titles: [open[1]], total: 1 });
    expect((await ask({ anyCreator: 'true', search: tag })).titles.toSorted()).toEqual(open.toSorted());
    const inMusic = { anyCreator: 'true', search: tag, categories: 'Music' };
    expect(await ask(inMusic)).toMatchObject({ titles: [open[1]], total: 1 });
    expect((await ask({ ...inMusic, categories: 'Music,Comedy' })).titles.toSorted()).toEqual(open.toSorted());
    expect(await ask({ anyCreator: 'true', search: `${tag} taken` })).toMatchObject({ titles: [], total: 0 });
  });

  it('includes highlighted pools and keeps adult ones behind the age gate', async () => {
    const { sql } = app.context.db;
    await sql`update pools set is_highlighted = true where title = ${`${tag} open one`}`;
    await sql`update pools set adult = true where title = ${`${tag} open two`}`;
    expect((await ask({ anyCreator: 'true', excludeHighlighted: 'true' })).titles).toEqual([`${tag} open one`]);
    await sql`update pools set adult = false, is_highlighted = false where title like ${`${tag}%`}`;
  });
});
