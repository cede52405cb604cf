import type { Connection } from '#server/platform/db.ts';
import { type CardRow, cardColumns, cardJoins } from './pool-cards.sql.ts';

export interface FeedFilter {
  /** 0 is the whole feed. */
  categoryId: number;
  adultToo: boolean;
  highlighted: 'only' | 'without' | 'any';
  limit: number;
  offset: number;
}

export type FeedRow = { [K in keyof CardRow]: CardRow[K] } & { totalCount: number };
/** An empty page still carries its count: the pool's columns are null then. */
export type FeedRows = (FeedRow | { id: null; totalCount: number })[];

/** Written out instead of passed as parameters, so that the partial indexes fit and one plan is right for every call. */
function feedCondition(sql: Connection, filter: Pick<FeedFilter, 'adultToo' | 'highlighted'>) {
  const adult = filter.adultToo ? sql`` : sql`and not f.adult`;
  if (filter.highlighted === 'any') return adult;
  return filter.highlighted === 'only' ? sql`${adult} and f.highlighted` : sql`${adult} and not f.highlighted`;
}

/** The first page is what nearly everyone asks for: with its numbers in the text the database plans it once. */
function pageWindow(sql: Connection, { limit, offset }: Pick<FeedFilter, 'limit' | 'offset'>) {
  if (offset === 0 && limit === 9) return sql`limit 9`;
  return sql`limit ${limit} offset ${offset}`;
}

/** The rows of one page: an index range of the read model. */
function pageRange(sql: Connection, filter: FeedFilter) {
  return sql`
    select f.pool_id, f.created_at as feed_at from pool_feed f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}
    order by f.created_at desc, f.pool_id desc
    ${pageWindow(sql, filter)}`;
}

/** The same rows counted from the end: the last page of a long feed costs what the first one costs. */
function pageRangeFromEnd(sql: Connection, filter: FeedFilter) {
  const left = sql`(select coalesce(sum(f.n), 0)::bigint - ${filter.offset}::bigint from feed_counts f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)})`;
  return sql`
    select f.pool_id, f.created_at as feed_at from pool_feed f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}
    order by f.created_at, f.pool_id
    limit greatest(0, least(${filter.limit}::bigint, ${left})) offset greatest(0, ${left} - ${filter.limit}::bigint)`;
}

/**
 * One page of one category, or of all, with its count: a range of the read model, joined by primary keys. Costs the same with a
 * thousand pools as with a million.
 */
export async function listFeed(sql: Connection, filter: FeedFilter, fromEnd = false): Promise<FeedRows> {
  return sql<FeedRows>`
    select t.total_count, b.*
    from (
      select coalesce(sum(f.n), 0)::bigint as total_count from feed_counts f
      where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}) t
    left join lateral (
      select ${cardColumns(sql)}, f.feed_at
      from (${fromEnd ? pageRangeFromEnd(sql, filter) : pageRange(sql, filter)}) f
      join pools p on p.id = f.pool_id ${cardJoins(sql)}
    ) b on true
    order by b.feed_at desc, b.id desc`;
}

/** The union of several categories: each gives its newest, the page is cut from what they give. The count is asked separately. */
export async function listFeedUnion(
  sql: Connection,
  filter: Omit<FeedFilter, 'categoryId'> & { categoryIds: number[] },
): Promise<CardRow[]> {
  return sql<CardRow[]>`
    select ${cardColumns(sql)}
    from (
      select distinct n.created_at, n.pool_id
      from unnest(${filter.categoryIds}::smallint[]) as k (id)
      cross join lateral (
        select f.created_at, f.pool_id from pool_feed f
        where f.category_id = k.id ${feedCondition(sql, filter)}
        order by f.created_at desc, f.pool_id desc
        limit ${filter.limit + filter.offset}) n
      order by n.created_at desc, n.pool_id desc
      limit ${filter.limit} offset ${filter.offset}) f
    join pools p on p.id = f.pool_id ${cardJoins(sql)}
    order by f.created_at desc, f.pool_id desc`;
}

export async function countFeedUnion(
  sql: Connection,
  filter: Pick<FeedFilter, 'adultToo' | 'highlighted'> & { categoryIds: number[] },
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(distinct f.pool_id) as n from pool_feed f
    where f.category_id = any(${filter.categoryIds}::smallint[]) ${feedCondition(sql, filter)}`;
  return row?.n ?? 0;
}

export async function countFeed(
  sql: Connection,
  filter: Pick<FeedFilter, 'categoryId' | 'adultToo' | 'highlighted'>,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(f.n), 0)::bigint as n from feed_counts f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}`;
  return row?.n ?? 0;
}

/** One page of what a statement found (its `found`: created_at, pool_id), with its count. */
export function pageOfFound(sql: Connection, filter: Pick<FeedFilter, 'limit' | 'offset'>) {
  return sql`
    select t.total_count, b.*
    from (select count(*) as total_count from found) t
    left join lateral (
      select ${cardColumns(sql)}, f.created_at as feed_at
      from (
        select created_at, pool_id from found order by created_at desc, pool_id desc
        limit ${filter.limit} offset ${filter.offset}) f
      join pools p on p.id = f.pool_id ${cardJoins(sql)}
    ) b on true
    order by b.feed_at desc, b.id desc`;
}

/**
 * Pools whose title, description or people contain the text; `pattern` is escaped for LIKE already. Each way to be found has its
 * own index (trigrams: migration 0004), so that one which matches much does not spoil the plan of another.
 */
export async function searchFeed(
  sql: Connection,
  filter: Omit<FeedFilter, 'categoryId'> & { categoryIds: number[]; pattern: string },
): Promise<FeedRows> {
  const anywhere = `%${filter.pattern}%`;
  return sql<FeedRows>`
    with named as (
      select p.id from pools p where p.title || E'\n' || p.description ilike ${anywhere}
      union
      select p.id from users u join pools p on p.owner_id = u.id
      where u.username ilike ${anywhere} or u.display_name ilike ${anywhere}
      union
      select p.id from creator_profiles w join pools p on p.creator_profile_id = w.id
      where w.display_name ilike ${anywhere} or w.username ilike ${anywhere} or w.full_name ilike ${anywhere}),
    found as materialized (
      select distinct f.created_at, f.pool_id
      from named n join pool_feed f on f.pool_id = n.id
      where f.category_id = any(${filter.categoryIds}::smallint[]) ${feedCondition(sql, filter)})
    ${pageOfFound(sql, filter)}`;
}
