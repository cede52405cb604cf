import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type FeedFilter, type FeedRows, pageOfMatches } from './feed.sql.ts';
import { type Narrowing, narrowedTo } from './narrowing.sql.ts';

interface CreatorFeed extends Pick<FeedFilter, 'seesAdult' | 'limit' | 'offset'> {
  /** Filters by status; default: all listed pools. */
  statuses?: readonly PoolStatus[];
  narrowing?: Narrowing;
}

/** One page of the listed pools for one creator, by username. They are few, so each call counts them. */
export async function listFeedOfCreator(
  sql: Connection,
  creator: string,
  { seesAdult, statuses, narrowing, limit, offset }: CreatorFeed,
): Promise<FeedRows> {
  return sql<FeedRows>`
    with matches as materialized (
      select f.created_at, f.pool_id
      from creator_profiles w join pools p on p.creator_profile_id = w.id join pool_feed f on f.pool_id = p.id
      where lower(w.username) = lower(${creator}) and f.category_id = 0 ${seesAdult ? sql`` : sql`and not f.adult`}
        ${statuses ? sql`and p.status = any(${[...statuses]})` : sql``} ${narrowing ? narrowedTo(sql, narrowing) : sql``})
    ${pageOfMatches(sql, { limit, offset })}`;
}

/** The number of listed pools for one creator, by status. */
export async function countFeedOfCreator(
  sql: Connection,
  creator: string,
  { seesAdult }: Pick<FeedFilter, 'seesAdult'>,
): Promise<{ status: PoolStatus; n: number }[]> {
  return sql<{ status: PoolStatus; n: number }[]>`
    select p.status, count(*) as n
    from creator_profiles w join pools p on p.creator_profile_id = w.id
    where lower(w.username) = lower(${creator}) and pool_is_listed(p.status) ${seesAdult ? sql`` : sql`and not p.adult`}
    group by p.status`;
}
