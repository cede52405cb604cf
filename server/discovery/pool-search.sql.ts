import type { PoolSort } from '#contract/sorts.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { feedCondition } from './feed.sql.ts';
import { feedTable, orderKeys } from './feed-order.sql.ts';
import { type NarrowedSet, type Narrowing, narrowedIds, narrowedTo } from './narrowing.sql.ts';
import { completionsMax, type PoolsQuery, type SearchWord } from './search-text.ts';

/**
 * Splits a text into words as the index stores them. For each, returns up to eight known words with the same stem and up to
 * `completionsMax + 1` with the same prefix.
 */
export async function readSearchWords(
  sql: Connection,
  text: string,
): Promise<{ folded: string; words: SearchWord[] } | undefined> {
  const [row] = await sql<{ folded: string; words: SearchWord[] }[]>`
    select t.folded, coalesce((
      select json_agg(json_build_object('word', w.word,
        'known', exists (select 1 from search_vocabulary v where v.word = w.word),
        'related', array(select v.word from search_vocabulary v where v.stem = search_stem(w.word) and v.word <> w.word limit 8),
        'completions', array(select v.word from search_vocabulary v
          where v.word ~>~ w.word and v.word ~<~ (w.word || chr(1114111)) order by v.word using ~<~ limit ${completionsMax + 1}))
        order by w.n)
      from unnest(search_words(t.folded)) with ordinality w (word, n)), '[]') as words
    from (select search_fold(${text}) as folded) t`;
  return row;
}

/** Known words that resemble each given word, most similar first. */
export async function listSimilarWords(
  sql: Connection,
  words: string[],
): Promise<{ word: string; similar: string[] }[]> {
  return sql<{ word: string; similar: string[] }[]>`
    select w as word, array(select * from search_similar(w, 40)) as similar from unnest(${words}::text[]) w`;
}

/** The tsqueries and literal parts that a search matches against. */
export interface PoolMatch extends PoolsQuery {
  /** Queries for titles: all words complete (`whole`), or the last one as a prefix (`asPrefix`). Empty without words. */
  whole: string;
  asPrefix: string;
  folded: string;
  literals: readonly string[];
}

/** The rank of a match `s`, from 6 (the exact title) over title words and names down to 0 (any other text). */
function tierOf(sql: Connection, { whole, asPrefix, folded }: PoolMatch) {
  if (whole === '') return sql`0`;
  return sql`
    case when s.title = ${folded} then 6
      when strpos(' ' || s.title || ' ', ${` ${folded} `}) > 0 then 5
      when s.title_words @@ ${whole}::tsquery then 4
      when s.title_words @@ ${asPrefix}::tsquery then 3
      when s.lead_words @@ ${whole}::tsquery then 2
      when s.lead_words @@ ${asPrefix}::tsquery then 1
      else 0 end`;
}

/**
 * Requires the texts to contain the literal parts, such as "100%". This is slow, so it runs only on pools that match the words. Compares
 * the same names as the view pool_search_of, which leaves out names that the age gate hides.
 */
function literally(sql: Connection, { literals }: PoolMatch) {
  if (literals.length === 0) return sql``;
  const patterns = literals.map((literal) => `%${escapeLike(literal.normalize('NFKC'))}%`);
  return sql`and exists (
    select 1 from pools p join users o on o.id = p.owner_id
      left join creator_profiles c on c.id = p.creator_profile_id left join categories k on k.id = c.category_id
      left join users a on a.id = p.assigned_creator_id
    where p.id = s.pool_id
      and search_literal(concat_ws(E'\n', p.title, p.description, c.username, a.username, o.username,
        case when p.adult or not coalesce(k.adult, false) then c.display_name || E'\n' || c.full_name end,
        case when p.adult or not a.adult then a.display_name end,
        case when p.adult or not o.adult then o.display_name end))
        like all (array(select search_literal(pattern) from unnest(${patterns}::text[]) as pattern)))`;
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
 * One page of all matching pools, for searches with few matches: best first, or in the requested order. Sort keys are read only for
 * matches whose tier can be on the page.
 */
export async function findPools(
  sql: Connection,
  match: PoolMatch,
  {
    limit,
    offset,
    sort,
    maxMatches,
    selectively,
    narrowing,
  }: Window & {
    sort: PoolSort | undefined;
    maxMatches: number;
    selectively: boolean;
    narrowing: Narrowing | undefined;
  },
): Promise<FoundPools> {
  const query = selectively ? match.selectiveQuery : match.indexQuery;
  const passes = narrowing
    ? sql`and exists (select from pools p where p.id = s.pool_id ${narrowedTo(sql, narrowing)} offset 0)`
    : sql``;
  return pageOfMatches(
    sql,
    match,
    { limit, offset, sort },
    sql`
    from pool_search_find(${query}::tsquery, ${match.fullQuery}::tsquery, ${maxMatches}) s where true ${passes}`,
  );
}

/** Like `findPools`, but looks for the words in the pools that pass a filter. Costs less if those are few. */
export async function findPoolsAmong(
  sql: Connection,
  match: PoolMatch,
  { limit, offset, sort, ...set }: Window & { sort: PoolSort | undefined } & NarrowedSet,
): Promise<FoundPools> {
  return pageOfMatches(
    sql,
    match,
    { limit, offset, sort },
    sql`
    from (${narrowedIds(sql, set)}) n
    cross join lateral (select * from pool_search s where s.pool_id = n.id offset 0) s
    where s.words @@ ${match.fullQuery}::tsquery`,
  );
}

async function pageOfMatches(
  sql: Connection,
  match: PoolMatch,
  { limit, offset, sort }: Window & { sort: PoolSort | undefined },
  matches: Fragment,
): Promise<FoundPools> {
  const order = sort ? orderKeys(sql, sort) : sql`x.tier desc, ${orderKeys(sql, 'trending')}`;
  const [row] = await sql<FoundPools[]>`
    with matches as materialized (
      select s.pool_id, ${sort ? sql`0` : tierOf(sql, match)} as tier ${matches} ${literally(sql, match)})
    select (select count(*) from matches) as count, array(
      select x.pool_id
      from (
        select * from matches where tier >= coalesce(
          (select tier from matches order by tier desc limit 1 offset ${offset + limit - 1}), 0)) x
      cross join lateral (select * from pool_ranks f where f.pool_id = x.pool_id and f.category_id = 0 offset 0) f
      order by ${order} limit ${limit} offset ${offset}) as ids`;
  return row ?? nothing;
}

export interface Walk {
  /** 0 is the whole feed. */
  categoryId: number;
  seesAdult: boolean;
  highlighted: 'only' | 'without' | 'any';
  /** Only pools that pass these filters count as steps. */
  narrowing?: Narrowing | undefined;
  steps: number;
}

/** The first rows of an order with their search words. `offset 0` makes PostgreSQL look up each row instead of choosing another join. */
function walked(sql: Connection, walk: Walk, sort: PoolSort, from = 0) {
  const { narrowing } = walk;
  const passing = sql`
    cross join lateral (select from pools p where p.id = f.pool_id ${narrowing ? narrowedTo(sql, narrowing) : sql``} offset 0) p`;
  return sql`
    (select f.* from ${feedTable(sql, sort)} f ${narrowing ? passing : sql``}
      where f.category_id = ${walk.categoryId} ${feedCondition(sql, walk)}
      order by ${orderKeys(sql, sort)} limit ${walk.steps - from} offset ${from}) f
    cross join lateral (select * from pool_search s where s.pool_id = f.pool_id offset 0) s`;
}

export interface Sample {
  /** The number of matches, and the number without the last word if that is a common prefix. */
  hits: number;
  selectiveHits: number;
}

/** Counts the matches among the hottest pools. This tells a common search from a rare one without finding all its matches. */
export async function sampleMatches(sql: Connection, match: PoolMatch, walk: Walk): Promise<Sample> {
  const [row] = await sql<Sample[]>`
    select count(*) filter (where s.words @@ ${match.fullQuery}::tsquery) as hits, count(*) as selective_hits
    from ${walked(sql, walk, 'trending')} where s.words @@ ${match.selectiveQuery}::tsquery`;
  return row ?? { hits: 0, selectiveHits: 0 };
}

/** One page of the matches among the hottest pools, best first, with their count. */
export async function findHotPools(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  { limit, offset }: Window,
): Promise<FoundPools> {
  const [row] = await sql<FoundPools[]>`
    with matches as materialized (
      select f.pool_id, f.heat, ${tierOf(sql, match)} as tier from ${walked(sql, walk, 'trending')}
      where s.words @@ ${match.fullQuery}::tsquery ${literally(sql, match)})
    select (select count(*) from matches) as count, array(
      select f.pool_id from matches f order by f.tier desc, ${orderKeys(sql, 'trending')} limit ${limit} offset ${offset}) as ids`;
  return row ?? nothing;
}

/** Matching pools in a sort order. Scans the order from row `from` until the page is full. */
export async function findPoolsInOrder(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  { limit, offset, sort, from }: Window & { sort: PoolSort; from: number },
): Promise<string[]> {
  const rows = await sql<{ poolId: string }[]>`
    select f.pool_id from ${walked(sql, walk, sort, from)}
    where s.words @@ ${match.fullQuery}::tsquery ${literally(sql, match)}
    limit ${limit} offset ${offset}`;
  return rows.map(({ poolId }) => poolId);
}

export interface DeepPage {
  ids: string[];
  /** The number of matches among the first `countIn` rows of the order. */
  leading: number;
  /** The number of matches that were found, at most `maxMatches`. */
  matchCount: number;
}

/**
 * Like `findPoolsInOrder`, for deep pages without literal parts and without `narrowing`: finds all matches first, at most `maxMatches`, so that the scan reads
 * only the sort table. The scan excludes what the index is not asked to exclude.
 */
export async function findPoolsDeepInOrder(
  sql: Connection,
  match: PoolMatch,
  walk: Walk,
  {
    limit,
    offset,
    sort,
    from,
    maxMatches,
    countIn = 0,
  }: Window & { sort: PoolSort; from: number; maxMatches: number; countIn?: number },
): Promise<DeepPage> {
  const matching = (start: number, rows: number) => sql`
    (select f.* from ${feedTable(sql, sort)} f
      where f.category_id = ${walk.categoryId} ${feedCondition(sql, walk)}
      order by ${orderKeys(sql, sort)} limit ${rows} offset ${start}) f
    where (f.pool_id in (select pool_id from matches)) is true`;
  const [row] = await sql<DeepPage[]>`
    with matches as materialized (
      select s.pool_id from pool_search_ids(${match.indexQuery}::tsquery, ${maxMatches}) as s (pool_id))
    select (select count(*) from matches) as match_count,
      (select count(*) from ${matching(0, countIn)}) as leading,
      array(select f.pool_id from ${matching(from, walk.steps - from)} limit ${limit} offset ${offset}) as ids`;
  return row ?? { ids: [], leading: 0, matchCount: 0 };
}
