import type { PoolSort } from '#contract/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { feedCondition } from './feed.sql.ts';
import { feedTable, orderKeys } from './feed-order.sql.ts';
import { begunMax, type PoolsQuery, type SearchWord } from './search-text.ts';

/** The words of a text as the database stores them, each with up to eight that have its stem and some that begin with it. */
export async function readSearchWords(
  sql: Connection,
  text: string,
): Promise<{ folded: string; words: SearchWord[] } | undefined> {
  const [row] = await sql<{ folded: string; words: SearchWord[] }[]>`
    select t.folded, coalesce((
      select json_agg(json_build_object('word', w.word,
        'known', exists (select 1 from search_vocabulary v where v.word = w.word),
        'kin', array(select v.word from search_vocabulary v where v.stem = search_stem(w.word) and v.word <> w.word limit 8),
        'begun', array(select v.word from search_vocabulary v
          where v.word ~>~ w.word and v.word ~<~ (w.word || chr(1114111)) order by v.word using ~<~ limit ${begunMax + 1}))
        order by w.n)
      from unnest(search_words(t.folded)) with ordinality w (word, n)), '[]') as words
    from (select search_fold(${text}) as folded) t`;
  return row;
}

/** Words in use that resemble these, the most alike first. */
export async function listSimilarWords(
  sql: Connection,
  words: string[],
): Promise<{ asked: string; similar: string[] }[]> {
  return sql<{ asked: string; similar: string[] }[]>`
    select w as asked, array(select * from search_similar(w, 40)) as similar from unnest(${words}::text[]) w`;
}

/** What is looked for, in the words of the statements. */
export interface PoolMatch extends PoolsQuery {
  /** Over titles: all words whole, and with the last one half typed. Empty where there are none. */
  whole: string;
  begun: string;
  folded: string;
  literals: readonly string[];
}

/** How well a pool `s` fits: by its title, then by its title and people, then by anything else. */
function tierOf(sql: Connection, { whole, begun, folded }: PoolMatch) {
  if (whole === '') return sql`0`;
  return sql`
    case when s.title = ${folded} then 6
      when strpos(' ' || s.title || ' ', ${` ${folded} `}) > 0 then 5
      when s.title_words @@ ${whole}::tsquery then 4
      when s.title_words @@ ${begun}::tsquery then 3
      when s.lead_words @@ ${whole}::tsquery then 2
      when s.lead_words @@ ${begun}::tsquery then 1
      else 0 end`;
}

/** What has to be there as it was typed: signs mean themselves. Asked of the few pools that have its words. */
function literally(sql: Connection, { literals }: PoolMatch) {
  if (literals.length === 0) return sql``;
  const patterns = literals.map((literal) => `%${escapeLike(literal)}%`);
  return sql`and exists (
    select 1 from pools p join users o on o.id = p.owner_id
      left join creator_profiles c on c.id = p.creator_profile_id left join users a on a.id = p.assigned_creator_id
    where p.id = s.pool_id
      and concat_ws(E'\n', p.title, p.description, c.username, c.display_name, c.full_name, a.username, a.display_name,
        o.username, o.display_name) ilike all (${patterns}))`;
}

export interface Window {
  limit: number;
  offset: number;
}

export interface FoundPools {
  ids: string[];
  count: number;
}

const nothing: FoundPools = { ids: [], count: 0 };

/**
 * A page of all pools that match, where they are few: the best first, or in an order that was asked for. Where a row stands in an
 * order is looked up only for those that fit well enough to be on the page.
 */
export async function findPools(
  sql: Connection,
  match: PoolMatch,
  { limit, offset, sort, most, firmly }: Window & { sort: PoolSort | undefined; most: number; firmly: boolean },
): Promise<FoundPools> {
  const order = sort ? orderKeys(sql, sort) : sql`x.tier desc, ${orderKeys(sql, 'trending')}`;
  const [row] = await sql<FoundPools[]>`
    with found as materialized (
      select s.pool_id, ${sort ? sql`0` : tierOf(sql, match)} as tier
      from pool_search_find(${firmly ? match.firm : match.lookedUp}::tsquery, ${match.wanted}::tsquery, ${most}) s
      where true ${literally(sql, match)})
    select (select count(*) from found) as count, array(
      select x.pool_id
      from (
        select * from found where tier >= coalesce(
          (select tier from found order by tier desc limit 1 offset ${offset + limit - 1}), 0)) x
      cross join lateral (select * from pool_ranks f where f.pool_id = x.pool_id and f.category_id = 0 offset 0) f
      order by ${order} limit ${limit} offset ${offset}) as ids`;
  return row ?? nothing;
}

export interface Walk {
  /** 0 is the whole feed. */
  categoryId: number;
  adultToo: boolean;
  highlighted: 'only' | 'without' | 'any';
  steps: number;
}

/** The first rows of an order. What they are joined with is looked up one by one, whatever the planner believes of it. */
function walked(sql: Connection, walk: Walk, sort: PoolSort, from = 0) {
  return sql`
    (select f.* from ${feedTable(sql, sort)} f
      where f.category_id = ${walk.categoryId} ${feedCondition(sql, walk)}
      order by ${orderKeys(sql, sort)} limit ${walk.steps - from} offset ${from}) f
    cross join lateral (select * from pool_search s where s.pool_id = f.pool_id offset 0) s`;
}

export interface Sample {
  /** How many match, and how many would without a half word that many begin with. */
  hits: number;
  firmHits: number;
}

/** How many of the hottest pools match: tells a common search from a rare one without finding all that it finds. */
export async function sampleMatches(sql: Connection, match: PoolMatch, walk: Walk): Promise<Sample> {
  const [row] = await sql<Sample[]>`
    select count(*) filter (where s.words @@ ${match.wanted}::tsquery) as hits, count(*) as firm_hits
    from ${walked(sql, walk, 'trending')} where s.words @@ ${match.firm}::tsquery`;
  return row ?? { hits: 0, firmHits: 0 };
}

/** A page of those among the hottest pools that match, the best first, and how many these are. */
export async function findHotPools(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  { limit, offset }: Window,
): Promise<FoundPools> {
  const [row] = await sql<FoundPools[]>`
    with found as materialized (
      select f.pool_id, f.heat, ${tierOf(sql, match)} as tier from ${walked(sql, walk, 'trending')}
      where s.words @@ ${match.wanted}::tsquery ${literally(sql, match)})
    select (select count(*) from found) as count, array(
      select f.pool_id from found f order by f.tier desc, ${orderKeys(sql, 'trending')} limit ${limit} offset ${offset}) as ids`;
  return row ?? nothing;
}

/** Pools that match, in an order, found one after the other from step `from` on until there are enough. */
export async function findPoolsInOrder(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  { limit, offset, sort, from }: Window & { sort: PoolSort; from: number },
): Promise<string[]> {
  const rows = await sql<{ poolId: string }[]>`
    select f.pool_id from ${walked(sql, walk, sort, from)}
    where s.words @@ ${match.wanted}::tsquery ${literally(sql, match)}
    limit ${limit} offset ${offset}`;
  return rows.map(({ poolId }) => poolId);
}

/**
 * The same for a page that lies deep: all that match are found first, at most `most`, so that a step looks at nothing but the order.
 */
export async function findPoolsDeepInOrder(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  { limit, offset, sort, from, most }: Window & { sort: PoolSort; from: number; most: number },
): Promise<string[]> {
  const rows = await sql<{ poolId: string }[]>`
    with found as materialized (
      select s.pool_id from pool_search_find(${match.lookedUp}::tsquery, ${match.wanted}::tsquery, ${most}) s
      where true ${literally(sql, match)})
    select f.pool_id
    from (select f.* from ${feedTable(sql, sort)} f
      where f.category_id = ${walk.categoryId} ${feedCondition(sql, walk)}
      order by ${orderKeys(sql, sort)} limit ${walk.steps - from} offset ${from}) f
    where (f.pool_id in (select pool_id from found)) is true
    limit ${limit} offset ${offset}`;
  return rows.map(({ poolId }) => poolId);
}
