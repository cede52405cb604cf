import type { Connection } from '#server/platform/db.ts';
import type { FeedFilter, FeedRows } from './feed.sql.ts';
import { cardColumns, cardJoins } from './pool-cards.sql.ts';

/** One page of the listed pools that ask one creator, by username: few enough to count each time. */
export async function listFeedOfCreator(
  sql: Connection,
  creator: string,
  { adultToo, limit, offset }: Pick<FeedFilter, 'adultToo' | 'limit' | 'offset'>,
): Promise<FeedRows> {
  return sql<FeedRows>`
    with found as materialized (
      select f.created_at, f.pool_id
      from creator_profiles w join pools p on p.creator_profile_id = w.id join pool_feed f on f.pool_id = p.id
      where lower(w.username) = lower(${creator}) and f.category_id = 0 ${adultToo ? sql`` : sql`and not f.adult`})
    select t.total_count, b.*
    from (select count(*) as total_count from found) t
    left join lateral (
      select ${cardColumns(sql)}, f.created_at as feed_at
      from (
        select created_at, pool_id from found order by created_at desc, pool_id desc
        limit ${limit} offset ${offset}) f
      join pools p on p.id = f.pool_id ${cardJoins(sql)}
    ) b on true
    order by b.feed_at desc, b.id desc`;
}
