import type { Connection } from '#server/platform/db.ts';
import { type FeedFilter, type FeedRows, pageOfFound } from './feed.sql.ts';

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
    ${pageOfFound(sql, { limit, offset })}`;
}
