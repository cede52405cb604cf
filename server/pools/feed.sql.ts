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

/**
 * One page of one category, or of all, with its count: an index range of the read model, joined by primary keys. Costs the same
 * with a thousand pools as with a million.
 */
export async function listFeed(sql: Connection, filter: FeedFilter): Promise<FeedRows> {
  return sql<FeedRows>`
    select t.total_count, b.*
    from (
      select coalesce(sum(f.n), 0)::bigint as total_count from feed_counts f
      where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}) t
    left join lateral (
      select ${cardColumns(sql)}, f.feed_at
      from (
        select f.pool_id, f.created_at as feed_at from pool_feed f
        where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}
        order by f.created_at desc, f.pool_id desc
        ${pageWindow(sql, filter)}) f
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

export async function countFeed(sql: Connection, adultToo: boolean): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(f.n), 0)::bigint as n from feed_counts f
    where f.category_id = 0 ${feedCondition(sql, { adultToo, highlighted: 'any' })}`;
  return row?.n ?? 0;
}

/**
 * Pools whose title, description or people contain the text; `pattern` is escaped for LIKE already. Title and description are
 * found by one trigram index (migration 0004), people by their own and then by the pools' indexes.
 */
export async function searchFeed(
  sql: Connection,
  filter: Omit<FeedFilter, 'categoryId'> & { categoryIds: number[]; pattern: string },
): Promise<FeedRows> {
  const anywhere = `%${filter.pattern}%`;
  return sql<FeedRows>`
    with found as materialized (
      select distinct f.created_at, f.pool_id
      from pools p join pool_feed f on f.pool_id = p.id
      where (p.title || E'\n' || p.description ilike ${anywhere}
          or p.owner_id = any(array(
            select u.id from users u where u.username ilike ${anywhere} or u.display_name ilike ${anywhere}))
          or p.creator_profile_id = any(array(
            select w.id from creator_profiles w
            where w.display_name ilike ${anywhere} or w.username ilike ${anywhere} or w.full_name ilike ${anywhere})))
        and f.category_id = any(${filter.categoryIds}::smallint[]) ${feedCondition(sql, filter)})
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
