import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPools } from '#contract/pools/pools.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { findPoolsDeepInOrder, findPoolsInOrder, readSearchWords } from './pool-search.sql.ts';
import { poolsQuery } from './search-text.ts';

// cspell:ignore harb lant lantren

/** Enough pools for common and rare searches: "harbour" is in every second pool, "pier" in three of eight, "lantern" in one of 400. */
const pools = 6000;

let app: TestApp;
let owner: Person;

beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  await app.context.db.tx(fill);
});
afterAll(() => app.close());

/** Inserts table by table without triggers, which would take a minute. */
async function fill(tx: Tx): Promise<void> {
  await tx`set local session_replication_role = replica`;
  await tx`
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, status, adult, is_highlighted,
      category_ids, created_at, heat)
    select ${owner.id},
      case n % 40 when 0 then 'The old harbour' when 20 then 'A harbour at night' else 'Plain number ' || n end, 'many', 'many-' || n,
      md5(n::text),
      case when n % 2 = 0 then 'It is about a harbour.' else 'It is about a street.' end
        || case when n % 8 < 3 then ' At the pier.' else '' end || case when n % 400 = 50 then ' With a lantern.' else '' end || ' Letters: l' || chr(97 + n % 26) || 'x.',
      100000 + n, d, d, 'open', n % 10 = 8, n % 30 = 4,
      case when n % 10 = 8 then array[k.nsfw] when n % 4 = 0 then array[k.music] else array[k.art] end, at, heat_at(at)
    from (select n, now() - n * interval '1 hour' as at, date_trunc('day', now()) + interval '30 days' as d
      from generate_series(1, ${pools}::int) n) p
    cross join (select min(id) filter (where adult) as nsfw, min(id) filter (where name = 'Music') as music,
      min(id) filter (where name = 'Art') as art from categories) k`;
  await tx`insert into pool_events (pool_id, to_status) select id, 'open' from pools`;
  await tx`insert into chat_rooms (kind, pool_id) select 'pool', id from pools`;
  await tx`
    insert into pool_feed (category_id, pool_id, adult, highlighted, created_at)
    select category_id, pool_id, adult, highlighted, created_at from pool_ranks_of`;
  await tx`
    insert into feed_counts (category_id, adult, highlighted, n)
    select category_id, adult, highlighted, count(*) from pool_feed group by 1, 2, 3`;
  await tx`
    insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
    select category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at from pool_ranks_of`;
  await tx`
    insert into pool_search (pool_id, title, title_words, lead_words, words)
    select pool_id, title, title_words, lead_words, words from pool_search_of`;
  await tx`
    select search_learn(array(
      select distinct w from (select unnest(tsvector_to_array(words)) from pool_search) as used (w) where w !~ '^/'))`;
}

async function find(query: Record<string, unknown>, ageVerified = false) {
  const client = app.client();
  if (ageVerified) client.cookies.set('age_verified', '1');
  const results = await client.call(listPools, { query });
  return { titles: results.pools.map(({ title }) => title), pools: results.pools, ...results.pagination };
}

describe('searching a large number of pools', () => {
  it('ranks only the hottest pools for a common word, and estimates the count', async () => {
    const results = await find({ search: 'harbour' });
    // 2,400 of the pools without adult content match. The count is an estimate from the hottest pools.
    expect(results.totalCount).toBeGreaterThan(2200);
    expect(results.totalCount).toBeLessThan(2600);
    expect(results.titles.every((title) => title.includes('harbour'))).toBe(true);
    const adult = await find({ search: 'harbour' }, true);
    expect(adult.totalCount).toBeGreaterThan(2700);
  });

  it('keeps the order up to the last page', async () => {
    const numbers = Array.from({ length: pools / 2 }, (_, index) => 2 * (index + 1)).filter((n) => n % 10 !== 8);
    // A search reaches a thousand pools.
    for (const page of [1, 12, 20]) {
      const { titles } = await find({ search: 'harbour', sort: 'newest', page, pageSize: 50 });
      const there = numbers.slice((page - 1) * 50, page * 50);
      expect(titles).toHaveLength(50);
      for (const [index, n] of there.entries()) if (n % 20 !== 0) expect(titles[index]).toBe(`Plain number ${n}`);
    }
    for (const sort of ['newest', undefined])
      expect((await find({ search: 'harbour', sort, page: 21, pageSize: 50 })).titles).toEqual([]);
  });

  it.each([
    { seesAdult: false, highlighted: 'any', category: null },
    { seesAdult: true, highlighted: 'any', category: null },
    { seesAdult: true, highlighted: 'without', category: null },
    { seesAdult: false, highlighted: 'only', category: null },
    { seesAdult: false, highlighted: 'any', category: 'Music' },
  ] as const)(
    'finds the same far page by scanning and by looking up all matches: $seesAdult $highlighted $category',
    async ({ category, ...filter }) => {
      const { sql } = app.context.db;
      const [categoryRow] = await sql<{ id: number }[]>`select id from categories where name = ${category}`;
      const categoryId = categoryRow?.id ?? 0;
      const text = {
        folded: 'harbour',
        words: [],
        signs: [],
        literals: [],
        ...(await readSearchWords(sql, 'harbour')),
      };
      const query = poolsQuery(text, { ...filter, whole: true, categoryIds: [categoryId] });
      const match = { ...query, whole: '', asPrefix: '', folded: text.folded, literals: [] };
      const walk = { ...filter, categoryId, steps: pools };
      for (const sort of ['newest', 'trending', 'ending-soon'] as const) {
        const page = { sort, limit: 40, offset: filter.highlighted === 'only' ? 0 : 700, from: 100 };
        const scanned = await findPoolsInOrder(sql, match, walk, page);
        expect(scanned).toHaveLength(40);
        const deep = await findPoolsDeepInOrder(sql, match, walk, { ...page, maxMatches: pools, countIn: 2000 });
        expect(deep.ids).toEqual(scanned);
        const first = { ...page, from: 0, offset: 0, limit: pools };
        const leading = await findPoolsInOrder(sql, match, { ...walk, steps: 2000 }, first);
        expect(deep.leading).toBe(leading.length);
        expect((await findPoolsDeepInOrder(sql, match, walk, { ...page, maxMatches: 50 })).matchCount).toBe(50);
      }
    },
  );

  it('lists no pool twice across pages', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 40; page += 1)
      seen.push(...(await find({ search: 'harbour', page, pageSize: 50 })).pools.map(({ id }) => id));
    expect(seen.length).toBeGreaterThanOrEqual(1000);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('continues by heat behind the hottest pools, with the same count on each page', async () => {
    const numbers = Array.from({ length: pools }, (_, index) => index + 1).filter((n) => n % 8 < 3);
    const first = await find({ search: 'pier' }, true);
    // The last three pages are far behind the hottest pools.
    for (const page of [16, 17, 18, 19, 20]) {
      const results = await find({ search: 'pier', page, pageSize: 50 }, true);
      const expected = numbers.slice((page - 1) * 50, page * 50).filter((n) => n % 20 !== 0);
      expect(results.titles.filter((title) => title.startsWith('Plain'))).toEqual(
        expected.map((n) => `Plain number ${n}`),
      );
      expect(results.totalCount).toBe(first.totalCount);
    }
  });

  it('finds and counts all pools with a rare word, also next to a common word', async () => {
    for (const search of ['lantern', 'harbour lantern', 'lantern harb', 'lanterns', 'lant', 'lantren', 'lantern abo'])
      expect([search, (await find({ search })).totalCount]).toEqual([search, 15]);
    expect((await find({ search: 'lantern', category: 'Art' })).totalCount).toBe(15);
    expect((await find({ search: 'lantern', category: 'Music' })).totalCount).toBe(0);
    expect((await find({ search: 'plain number 50' })).titles).toEqual(['Plain number 50']);
    expect((await find({ search: 'number 50' })).titles[0]).toBe('Plain number 50');
  });

  it('handles a common prefix, alone and with other words', async () => {
    // Each of the words lax, lbx, … is in every 26th pool.
    expect((await find({ search: 'lantern l' })).totalCount).toBe(15);
    expect((await find({ search: 'l' })).totalCount).toBeGreaterThan(4000);
    expect((await find({ search: 'street lantern l' })).totalCount).toBe(0);
  });

  it('shows no adult pools to viewers who have not passed the age gate', async () => {
    expect((await find({ search: 'plain 18' }, true)).titles).toEqual(['Plain number 18']);
    // The pool with the complete word is hidden, so the search falls back to its prefix matches.
    const { titles } = await find({ search: 'plain 18', pageSize: 50 });
    expect(titles).toContain('Plain number 181');
    expect(titles).not.toContain('Plain number 18');
    expect((await find({ search: 'night harbour' })).totalCount).toBe(150);
    expect((await find({ search: 'harbour street' }, true)).totalCount).toBe(0);
  });

  it('finds, counts and orders only pools that pass the filters, however many pass or match', async () => {
    // Every pool is open to any creator. More than 5000 pass the first two filters, so that a search scans the order.
    for (const filters of [{ anyCreator: 'true' }, { maxGoal: 105_900 }, { maxGoal: 100_800 }]) {
      const last = filters.maxGoal ? filters.maxGoal - 100_000 : pools;
      const numbers = Array.from({ length: last }, (_, index) => index + 1).filter((n) => n % 10 !== 8);
      const matching = numbers.filter((n) => n % 2 === 0);
      const rare = numbers.filter((n) => n % 400 === 50).length;
      expect((await find({ search: 'lantern', ...filters })).totalCount).toBe(rare);
      expect((await find({ search: 'lantern', maxDays: 31, ...filters })).totalCount).toBe(rare);
      expect((await find({ search: 'lantern', maxDays: 29, ...filters })).totalCount).toBe(0);
      const { totalCount } = await find({ search: 'harbour', ...filters });
      expect(Math.abs(totalCount / matching.length - 1)).toBeLessThan(0.2);
      for (const page of [1, 8]) {
        const results = await find({ search: 'harbour', sort: 'newest', page, pageSize: 40, ...filters });
        const expected = matching.slice((page - 1) * 40, page * 40);
        expect(results.pools.map(({ fundingGoal }) => fundingGoal - 100_000)).toEqual(expected);
      }
    }
    const { pools: first } = await find({ sort: 'newest', minGoal: 100_002, page: 300, pageSize: 10 });
    const listed = Array.from({ length: pools - 1 }, (_, index) => index + 2).filter((n) => n % 10 !== 8);
    expect(first.map(({ fundingGoal }) => fundingGoal - 100_000)).toEqual(listed.slice(2990, 3000));
  });
});
