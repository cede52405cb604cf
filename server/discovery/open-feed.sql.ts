import type { Connection } from '#server/platform/postgres/db.ts';
import { cardColumns, cardJoins } from '#server/pools/pool-card-rows.ts';
import { type FeedFilter, type FeedRows, feedCondition } from './feed.sql.ts';
import { feedTable, orderKeys } from './feed-order.sql.ts';

export interface OpenFeed extends Omit<FeedFilter, 'categoryId' | 'sort'> {
  /** Default: the newest first, or the order of `matches`. */
  sort: FeedFilter['sort'] | undefined;
  /** Null for all categories. */
  categoryIds: number[] | null;
  /** The ids of the pools that match a search, best first; null without a search. */
  matches: string[] | null;
}

/**
 * One page of the pools that any verified creator can take, with their count. The index pools_for_any_creator contains only these, which are
 * few, because each is open for at most 90 days.
 */
export async function listOpenFeed(sql: Connection, filter: OpenFeed): Promise<FeedRows> {
  const { sort, categoryIds, matches, limit, offset } = filter;
  const order =
    matches && !sort ? sql`array_position(${matches}::uuid[], f.pool_id)` : orderKeys(sql, sort ?? 'newest');
  return sql<FeedRows>`
    with found as materialized (
      select f.*
      from pools p join ${feedTable(sql, sort ?? 'newest')} f on f.pool_id = p.id and f.category_id = 0
      where p.creator_profile_id is null and p.assigned_creator_id is null and p.status in ('open', 'goal_met') and not p.frozen
        ${categoryIds ? sql`and p.category_ids && ${categoryIds}::smallint[]` : sql``}
        ${matches ? sql`and p.id = any(${matches}::uuid[])` : sql``}
        ${feedCondition(sql, filter)})
    select t.total_count, b.*
    from (select count(*) as total_count from found) t
    left join lateral (
      select ${cardColumns(sql)}, row_number() over (order by ${order}) as place
      from (select * from found f order by ${order} limit ${limit} offset ${offset}) f
      join pools p on p.id = f.pool_id ${cardJoins(sql)}
    ) b on true
    order by b.place`;
}
