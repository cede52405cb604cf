import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { editPool, listPools, type Pool } from '#contract/pools/pools.ts';
import type { PoolSort } from '#contract/sorts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { makeCreator, makePool, makeUnclaimedProfile, pledge } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

// cspell:ignore ukuleel deuts evning zzzzqqqq nigth otoline

let app: TestApp;
let owner: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  admin = await insertPerson(app, 'admin');
});
afterAll(() => app.close());

const find = async (query: Record<string, unknown>, who = app.client()) => who.call(listPools, { query });
const titles = async (query: Record<string, unknown>, who = app.client()) =>
  (await find(query, who)).pools.map(({ title }) => title);
function adultVisitor() {
  const client = app.client();
  client.cookies.set('age_verified', '1');
  return client;
}
const start = (title: string, description = 'Please.', categories = ['Music']) =>
  makePool(owner, { title, description, categories });

describe('searching', () => {
  beforeAll(async () => {
    await start('Songs about a harbour at night', 'With a ukulele, played slowly.');
    await start('Ukulele', 'The instrument alone.');
    await start('An evening of ukulele duets', 'Two of them.');
    await start('Café chairs, painted', 'Painting lessons for 100% of beginners in C++ and silk_screen.', ['Art']);
    await start('Cafeteria', 'About 100 silkXscreen prints.', ['Art']);
    await start('雨の歌をうたう', 'A song 🎻 about rain.');
  });

  it('ranks a match in the title above a match in the description', async () => {
    expect(await titles({ search: 'ukulele' })).toEqual([
      'Ukulele',
      'An evening of ukulele duets',
      'Songs about a harbour at night',
    ]);
  });

  it('finds every word anywhere, with other forms, prefixes and accents', async () => {
    expect(await titles({ search: 'NIGHT harbour' })).toEqual(['Songs about a harbour at night']);
    expect(await titles({ search: 'harbours' })).toEqual(['Songs about a harbour at night']);
    expect(await titles({ search: 'duet even' })).toEqual(['An evening of ukulele duets']);
    expect(await titles({ search: 'cafe chair' })).toEqual(['Café chairs, painted']);
    expect(await titles({ search: 'café' })).toEqual(['Café chairs, painted', 'Cafeteria']);
    expect(await titles({ search: 'painted beginner' })).toEqual(['Café chairs, painted']);
    expect(await titles({ search: 'ukulele chairs' })).toEqual([]);
  });

  it('tolerates typos if nothing else is found', async () => {
    for (const search of ['ukelele duets', 'ukuleel duets', 'ukulele deuts', 'evning ukulele'])
      expect([search, await titles({ search })]).toEqual([search, ['An evening of ukulele duets']]);
    expect(await titles({ search: 'zzzzqqqq' })).toEqual([]);
    // Short words and words with digits are not corrected.
    expect(await titles({ search: 'nigth7' })).toEqual([]);
  });

  it('takes punctuation literally, and finds characters and emoji', async () => {
    for (const search of ['100%', 'silk_screen', 'C++', '%', '_'])
      expect([search, await titles({ search })]).toEqual([search, ['Café chairs, painted']]);
    for (const search of ['100%%', 'silk%screen', 'c\\', '__'])
      expect([search, await titles({ search })]).toEqual([search, []]);
    expect(await titles({ search: '!?' })).toEqual([]);
    for (const search of ['雨', '歌を', '🎻'])
      expect([search, await titles({ search })]).toEqual([search, ['雨の歌をうたう']]);
    expect(await titles({ search: '歌の' })).toEqual([]);
    for (const search of ["'", '\\', "it's' | !", ':*', '& ukulele', 'a'.repeat(200)])
      expect((await find({ search })).pagination.totalCount).toBeLessThanOrEqual(6);
    await expect(find({ search: 'a'.repeat(201) })).rejects.toMatchObject({ status: 400 });
  });

  it('finds a pool by creator and owner, also after they change their name', async () => {
    const creator = await makeCreator(app);
    const unclaimed = await makeUnclaimedProfile(app);
    const asking = await insertPerson(app);
    const pool = await makePool(asking, { title: 'A wish', creatorProfileId: creator.profileId });
    await makePool(asking, { title: 'Another wish', creatorProfileId: unclaimed.profileId });
    expect(await titles({ search: creator.username })).toEqual(['A wish']);
    expect(await titles({ search: `@${unclaimed.username}` })).toEqual(['Another wish']);
    await app.context.db.sql`update creator_profiles set username = 'sam_of-stone' where id = ${unclaimed.profileId}`;
    expect(await titles({ search: 'sam_of-stone' })).toEqual(['Another wish']);
    expect(await titles({ search: 'sam_stone' })).toEqual([]);
    await app.context.db
      .sql`update creator_profiles set display_name = 'Ottoline Quist' where id = ${creator.profileId}`;
    await app.context.db.sql`update users set display_name = 'Barnaby Vex' where id = ${asking.id}`;
    expect(await titles({ search: 'quist wish' })).toEqual(['A wish']);
    expect(await titles({ search: 'otoline' })).toEqual(['A wish']);
    expect((await titles({ search: 'barnaby' })).sort()).toEqual(['A wish', 'Another wish']);
    await asking.client.call(editPool, { params: { id: pool.id }, body: { title: 'A marimba' } });
    expect(await titles({ search: 'quist wish' })).toEqual([]);
    expect(await titles({ search: 'quist marimba' })).toEqual(['A marimba']);
  });

  it('searches within categories, by page, with a count', async () => {
    expect(await titles({ search: 'ukulele', categories: 'Art' })).toEqual([]);
    expect(await titles({ search: 'cafe', categories: 'Art,Dance' })).toHaveLength(2);
    const page = await find({ search: 'ukulele', pageSize: 2, page: 2 });
    expect(page.pools).toHaveLength(1);
    expect(page.pagination).toEqual({ page: 2, pageSize: 2, totalCount: 3, totalPages: 2 });
    expect((await find({ search: 'ukulele', page: 9 })).pagination).toMatchObject({ totalCount: 3, totalPages: 1 });
    expect(await titles({ search: 'ukulele', sort: 'newest' })).toEqual([
      'An evening of ukulele duets',
      'Ukulele',
      'Songs about a harbour at night',
    ]);
  });

  it('returns no adult pool before the age gate and no unlisted pool', async () => {
    const secret = `s${randomUUID().replaceAll('-', '').replaceAll(/\d/g, 'x')}`;
    const pool = await start(`${secret} title`, 'For adults only.', ['NSFW']);
    expect(await titles({ search: secret }, adultVisitor())).toEqual([]);
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
    expect(await find({ search: secret })).toMatchObject({ pools: [], pagination: { totalCount: 0 } });
    expect(await titles({ search: secret, sort: 'trending' })).toEqual([]);
    expect(await titles({ search: secret }, adultVisitor())).toEqual([`${secret} title`]);
    await admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'remove', reason: 'No.' } });
    expect(await titles({ search: secret }, adultVisitor())).toEqual([]);
  });
});

describe('sorting', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const pools: Record<string, Pool> = {};
  const sorted = (sort: PoolSort, more: Record<string, unknown> = {}) =>
    titles({ sort, category: 'Education', ...more });

  beforeAll(async () => {
    // No other test uses these categories.
    for (const [title, days, goal, categories] of [
      ['far', 40, 10_000, ['Education']],
      ['near', 2, 100_000, ['Education', 'Film']],
      ['middle', 20, 20_000, ['Education', 'Film']],
      ['new', 30, 10_000, ['Education']],
    ] as const)
      pools[title] = await makePool(owner, {
        title,
        fundingGoal: goal,
        deadline: inDays(days),
        categories: [...categories],
      });
    const fan = await insertPerson(app);
    await pledge(fan, pools.far?.id ?? '', 4000);
    await pledge(fan, pools.near?.id ?? '', 6000);
    await pledge(await insertPerson(app), pools.far?.id ?? '', 500);
  });

  it('sorts by trending, newest, ending soon, almost there and most funded', async () => {
    expect(await sorted('trending')).toEqual(['far', 'near', 'new', 'middle']);
    expect(await sorted('newest')).toEqual(['new', 'middle', 'near', 'far']);
    expect(await sorted('ending-soon')).toEqual(['near', 'middle', 'new', 'far']);
    expect(await sorted('almost-there')).toEqual(['far', 'near', 'new', 'middle']);
    expect(await sorted('most-funded')).toEqual(['near', 'far', 'new', 'middle']);
    expect(await sorted('most-funded', { pageSize: 3, page: 2 })).toEqual(['middle']);
    expect(await titles({ sort: 'most-funded', categories: 'Education,Film' })).toEqual([
      'near',
      'far',
      'new',
      'middle',
    ]);
    expect(await titles({ sort: 'ending-soon', categories: 'Film,Education', pageSize: 1, page: 2 })).toEqual([
      'middle',
    ]);
    await expect(find({ sort: 'nonsense' })).rejects.toMatchObject({ status: 400 });
  });

  it('sorts a pool whose goal is met last under ending soon and almost there', async () => {
    await pledge(await insertPerson(app), pools.middle?.id ?? '', 20_000);
    expect(await sorted('almost-there')).toEqual(['far', 'near', 'new', 'middle']);
    expect(await sorted('ending-soon')).toEqual(['near', 'new', 'far', 'middle']);
    expect((await sorted('most-funded'))[0]).toBe('middle');
    expect(await sorted('trending', { search: 'middle' })).toEqual(['middle']);
  });
});
