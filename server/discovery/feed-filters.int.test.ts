import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelPool, listPools } from '#contract/pools/pools.ts';
import { poolSorts } from '#contract/sorts.ts';
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

describe('the feed by goal and by days until the deadline', () => {
  const mark = `v${randomUUID().replaceAll('-', '')}`;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000 - 60_000).toISOString();
  const named = (query: Record<string, unknown>) => ask({ creator: creator.username, ...query });
  const short = (titles: string[]) => titles.filter((title) => title.startsWith(mark)).map((title) => title.at(-1));
  const pick = async (query: Record<string, unknown>) => short((await ask(query)).titles).join('');

  beforeAll(async () => {
    const goals = [10_00, 250_00, 250_01, 500_00, 1000_00];
    const days = [3, 7, 7, 30, 90];
    for (const [index, fundingGoal] of goals.entries())
      await makePool(owner, {
        title: `${mark} ${index + 1}`,
        fundingGoal,
        deadline: inDays(days[index] ?? 30),
        categories: [index % 2 === 0 ? 'Comedy' : 'Music'],
        ...(index < 2 ? {} : { creatorProfileId: creator.profileId }),
      });
  });

  it('includes the bounds of the goal', async () => {
    // The other pools of this file have a goal of $50.
    expect(await pick({ maxGoal: 10_00 })).toBe('1');
    expect(await pick({ maxGoal: 250_00 })).toBe('21');
    expect(await pick({ minGoal: 250_00, maxGoal: 500_00 })).toBe('432');
    expect(await pick({ minGoal: 500_01 })).toBe('5');
    expect(await ask({ minGoal: 1000_01 })).toEqual({ titles: [], total: 0, matchingCount: 0 });
  });

  it('has only pools that still raise money and whose deadline is near enough', async () => {
    expect(await pick({ maxDays: 3 })).toBe('1');
    expect(await pick({ maxDays: 7 })).toBe('321');
    expect(await pick({ maxDays: 30 })).toBe('4321');
    const { sql } = app.context.db;
    const set = (status: string, frozen: boolean) =>
      sql`update pools set status = ${status}, frozen = ${frozen} where title = ${`${mark} 2`}`;
    for (const [status, frozen] of [
      ['goal_met', false],
      ['in_production', false],
      ['open', true],
    ] as const) {
      await set(status, frozen);
      expect([status, await pick({ maxDays: 7 })]).toEqual([status, '31']);
    }
    await set('open', false);
  });

  it('combines all filters with each other, orders, pages, categories, a creator and a search', async () => {
    expect(await pick({ maxGoal: 500_00, maxDays: 7, anyCreator: 'true' })).toBe('21');
    expect(await pick({ maxGoal: 500_00, maxDays: 7, categories: 'Comedy' })).toBe('31');
    expect(await pick({ maxGoal: 500_00, maxDays: 7, categories: 'Comedy,Music' })).toBe('321');
    expect(await pick({ maxGoal: 500_00, maxDays: 7, anyCreator: 'true', categories: 'Music' })).toBe('2');
    expect(await pick({ minGoal: 250_00, search: mark, sort: 'newest' })).toBe('5432');
    expect(await pick({ minGoal: 250_00, search: mark, sort: 'newest', maxDays: 7, anyCreator: 'true' })).toBe('2');
    expect(short((await named({ maxGoal: 500_00 })).titles).join('')).toBe('43');
    expect(await pick({ minGoal: 250_00, sort: 'ending-soon' })).toBe('2345');
    for (const sort of poolSorts) {
      const query = { minGoal: 250_00, sort, pageSize: 3 };
      const [first, second] = [await ask({ ...query, page: 1 }), await ask({ ...query, page: 2 })];
      expect([first.total, first.matchingCount, second.total]).toEqual([4, 4, 4]);
      expect(short([...first.titles, ...second.titles]).toSorted()).toEqual(['2', '3', '4', '5']);
    }
  });

  it('refuses bad values', async () => {
    for (const query of [
      { minGoal: 0 },
      { maxGoal: 'cheap' },
      { maxGoal: 10.5 },
      { maxGoal: 100_000_01 },
      { maxDays: 0 },
      { maxDays: 91 },
      { maxDays: '3 days' },
      { minGoal: 500_00, maxGoal: 250_00 },
      { anyCreator: 'maybe' },
    ])
      await expect(ask(query)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
  });
});
