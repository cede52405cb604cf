import type { PoolSort } from '#contract/sorts.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type CardRow, liveCardColumns, liveCardJoins } from '#server/pools/pool-card-rows.ts';
import { feedTable, orderColumns, orderKeys, orderKeysBackwards } from './feed-order.sql.ts';

export interface FeedFilter {
  /** 0 is the whole feed. */
  categoryId: number;
  seesAdult: boolean;
  highlighted: 'only' | 'without' | 'any';
  sort: PoolSort;
  limit: number;
  offset: number;
}

export type FeedRow = { [K in keyof CardRow]: CardRow[K] } & { totalCount: number };
/** An empty page still has its count; the columns of the pool are null then. */
export type FeedRows = (FeedRow | { id: null; totalCount: number })[];

/** Literals instead of parameters, so that partial indexes match and one plan fits every call. */
export function feedCondition(sql: Connection, filter: Pick<FeedFilter, 'seesAdult' | 'highlighted'>) {
  const adult = filter.seesAdult ? sql`` : sql`and not f.adult`;
  if (filter.highlighted === 'any') return adult;
  return filter.highlighted === 'only' ? sql`${adult} and f.highlighted` : sql`${adult} and not f.highlighted`;
}

/** Most calls read the first page. With literals in the text PostgreSQL plans it once. */
function pageWindow(sql: Connection, { limit, offset }: Pick<FeedFilter, 'limit' | 'offset'>) {
  if (offset === 0 && limit === 9) return sql`limit 9`;
  return sql`limit ${limit} offset ${offset}`;
}

/** The rows of one page: an index range of the read model. */
function pageRange(sql: Connection, filter: FeedFilter) {
  return sql`
    select f.* from ${feedTable(sql, filter.sort)} f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}
    order by ${orderKeys(sql, filter.sort)}
    ${pageWindow(sql, filter)}`;
}

/** The same rows read from the end: the last page of a long feed costs as much as the first one. */
function pageRangeFromEnd(sql: Connection, filter: FeedFilter) {
  const left = sql`(select coalesce(sum(f.n), 0)::bigint - ${filter.offset}::bigint from feed_counts f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)})`;
  return sql`
    select f.* from ${feedTable(sql, filter.sort)} f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}
    order by ${orderKeysBackwards(sql, filter.sort)}
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
      select ${liveCardColumns(sql)}, row_number() over (order by ${orderKeys(sql, filter.sort)}) as place
      from (${fromEnd ? pageRangeFromEnd(sql, filter) : pageRange(sql, filter)}) f
      join pools p on p.id = f.pool_id ${liveCardJoins(sql)}
    ) b on true
    order by b.place`;
}

/** The union of several categories: reads the first rows of each and cuts the page from them. The caller counts separately. */
export async function listFeedUnion(
  sql: Connection,
  filter: Omit<FeedFilter, 'categoryId'> & { categoryIds: number[] },
): Promise<CardRow[]> {
  return sql<CardRow[]>`
    select ${liveCardColumns(sql)}
    from (
      select distinct f.pool_id, ${orderColumns(sql, filter.sort)}
      from unnest(${filter.categoryIds}::smallint[]) as k (id)
      cross join lateral (
        select f.* from ${feedTable(sql, filter.sort)} f
        where f.category_id = k.id ${feedCondition(sql, filter)}
        order by ${orderKeys(sql, filter.sort)}
        limit ${filter.limit + filter.offset}) f
      order by ${orderKeys(sql, filter.sort)}
      limit ${filter.limit} offset ${filter.offset}) f
    join pools p on p.id = f.pool_id ${liveCardJoins(sql)}
    order by ${orderKeys(sql, filter.sort)}`;
}

export async function countFeedUnion(
  sql: Connection,
  filter: Pick<FeedFilter, 'seesAdult' | 'highlighted'> & { categoryIds: number[] },
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(distinct f.pool_id) as n from pool_feed f
    where f.category_id = any(${filter.categoryIds}::smallint[]) ${feedCondition(sql, filter)}`;
  return row?.n ?? 0;
}

export async function countFeed(
  sql: Connection,
  filter: Pick<FeedFilter, 'categoryId' | 'seesAdult' | 'highlighted'>,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(f.n), 0)::bigint as n from feed_counts f
    where f.category_id = ${filter.categoryId} ${feedCondition(sql, filter)}`;
  return row?.n ?? 0;
}

/** One page of the rows of `matches` (created_at, pool_id), with their count. */
export function pageOfMatches(sql: Connection, filter: Pick<FeedFilter, 'limit' | 'offset'>) {
  return sql`
    select t.total_count, b.*
    from (select count(*) as total_count from matches) t
    left join lateral (
      select ${liveCardColumns(sql)}, f.created_at as feed_at
      from (
        select created_at, pool_id from matches order by created_at desc, pool_id desc
        limit ${filter.limit} offset ${filter.offset}) f
      join pools p on p.id = f.pool_id ${liveCardJoins(sql)}
    ) b on true
    order by b.feed_at desc, b.id desc`;
}
