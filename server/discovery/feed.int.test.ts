import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { listCategories } from '#contract/creators/creators.ts';
import { countPools, getPool, listPools, resolvePool } from '#contract/pools/pools.ts';
import { listFeed } from '#server/discovery/feed.sql.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool, makeUnclaimedProfile } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';

let app: TestApp;
let owner: Person;
let _stranger: Person;
let admin: Person;
let _creator: Creator;

beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  _stranger = await insertPerson(app);
  admin = await insertPerson(app, 'admin');
  _creator = await makeCreator(app);
});
afterAll(() => app.close());

const _inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const _read = (who: Person | null, id: string) => (who?.client ?? app.client()).call(getPool, { params: { id } });
const _resolve = (path: string) => app.client().call(resolvePool, { query: { path } });
const word = () => `w${randomUUID().replaceAll('-', '')}`;
const titles = async (query: Record<string, unknown>, who = app.client()) =>
  (await who.call(listPools, { query })).pools.map(({ title }) => title);
function _adultVisitor() {
  const client = app.client();
  client.cookies.set('age_verified', '1');
  return client;
}

describe('the feed', () => {
  it('lists newest first, in pages, with its count', async () => {
    const tag = word();
    for (let n = 1; n <= 4; n += 1) await makePool(owner, { title: `${tag} number ${n}`, categories: ['Dance'] });
    const page = await app.client().call(listPools, { query: { category: 'dance', pageSize: 3 } });
    expect(page.pools.map(({ title }) => title.at(-1))).toEqual(['4', '3', '2']);
    expect(page.pagination).toEqual({ page: 1, pageSize: 3, totalCount: 4, totalPages: 2 });
    const second = await app.client().call(listPools, { query: { category: 'Dance', pageSize: 3, page: 2 } });
    expect(second.pools.map(({ title }) => title.at(-1))).toEqual(['1']);
    const past = await app.client().call(listPools, { query: { category: 'Dance', pageSize: 3, page: 9 } });
    expect(past).toMatchObject({ pools: [], pagination: { totalCount: 4, totalPages: 2 } });
    expect((await app.client().call(listPools)).pagination).toMatchObject({
      pageSize: 9,
      totalCount: (await app.client().call(countPools)).total,
    });
  });

  it('reads deep pages from the nearer end', async () => {
    const { sql } = app.context.db;
    const total = (await app.client().call(countPools)).total;
    const base = { categoryId: 0, seesAdult: false, highlighted: 'any', sort: 'newest', limit: 4 } as const;
    for (let offset = 0; offset <= total + 4; offset += 3) {
      const [front, back] = await Promise.all([
        listFeed(sql, { ...base, offset }),
        listFeed(sql, { ...base, offset }, true),
      ]);
      expect(back.map(({ id, totalCount }) => [id, totalCount])).toEqual(front.map((row) => [row.id, total]));
    }
  });

  it('lists each pool once for several categories', async () => {
    const tag = word();
    await makePool(owner, { title: `${tag} podcast`, categories: ['Podcasts'] });
    await makePool(owner, { title: `${tag} both`, categories: ['Podcasts', 'Fitness'] });
    await makePool(owner, { title: `${tag} fitness`, categories: ['Fitness'] });
    const query = { categories: 'Podcasts, fitness' };
    expect(await titles(query)).toEqual([`${tag} fitness`, `${tag} both`, `${tag} podcast`]);
    expect((await app.client().call(listPools, { query })).pagination.totalCount).toBe(3);
    expect(await titles({ ...query, pageSize: 2, page: 2 })).toEqual([`${tag} podcast`]);
    expect(await titles({ ...query, search: `${tag} B` })).toEqual([`${tag} both`]);
    expect(await titles({ categories: 'Nonsense' })).toEqual([]);
  });

  it('finds text in titles, descriptions and names, and takes punctuation literally', async () => {
    const tag = word();
    const percent = await makePool(owner, {
      title: `${tag} 100% silk_screen`,
      description: 'Something about \\ and silk, please.',
    });
    await makePool(owner, { title: `${tag} 100 silkXscreen` });
    expect(await titles({ search: `${tag} 100%` })).toEqual([percent.title]);
    expect(await titles({ search: 'SILK_screen' })).toEqual([percent.title]);
    expect(await titles({ search: '\\ and silk' })).toEqual([percent.title]);
    const unclaimed = await makeUnclaimedProfile(app);
    const requestPool = await makePool(owner, { title: `${tag} for Sam`, creatorProfileId: unclaimed.profileId });
    expect(await titles({ search: unclaimed.username })).toEqual([requestPool.title]);
    const page = await app.client().call(listPools, { query: { search: word() } });
    expect(page).toMatchObject({ pools: [], pagination: { totalCount: 0, totalPages: 0 } });
  });

  it("lists one creator's pools", async () => {
    const targetCreator = await makeCreator(app);
    for (const title of ['First wish', 'Second wish'])
      await makePool(owner, { title, creatorProfileId: targetCreator.profileId });
    const query = { creator: targetCreator.username.toUpperCase(), pageSize: 1 };
    const page = await app.client().call(listPools, { query });
    expect(page).toMatchObject({ pools: [{ title: 'Second wish' }], pagination: { totalCount: 2, totalPages: 2 } });
    expect(await titles({ creator: 'nobody_at_all' })).toEqual([]);
  });

  it('lists highlighted pools separately', async () => {
    const pool = await makePool(owner, { title: `${word()} stage` });
    const act = (action: 'highlight' | 'unhighlight') =>
      admin.client.call(actOnPool, { params: { id: pool.id }, body: { action } });
    await act('highlight');
    expect(await titles({ highlighted: 'true' })).toEqual([pool.title]);
    expect(await titles({ excludeHighlighted: 'true', pageSize: 50 })).not.toContain(pool.title);
    expect(await titles({ excludeHighlighted: 'true', search: pool.title })).toEqual([pool.title]);
    const page = (query: object) => app.client().call(listPools, { query: { ...query, pageSize: 1 } });
    const [all, without] = [await page({}), await page({ excludeHighlighted: 'true' })];
    const total = all.pagination.totalCount;
    expect(without.pagination).toMatchObject({ totalCount: total - 1, totalPages: total - 1 });
    expect([all.matchingCount, without.matchingCount]).toEqual([total, total]);
    await act('unhighlight');
    expect(await titles({ highlighted: 'true' })).toEqual([]);
  });

  it('offers the categories, NSFW first', async () => {
    const names = (await app.client().call(listCategories)).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['NSFW', 'Art', 'Comedy']);
    expect(names).toHaveLength(13);
  });
});
