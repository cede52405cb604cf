import type { Connection } from '#server/platform/postgres/db.ts';
import { type CreatorRow, creatorColumns, creatorSource } from './creators.sql.ts';
import { type NamePattern, named, names } from './find-creators.sql.ts';

export type ListedRow = CreatorRow & { isFollowing: boolean };

export interface CreatorFilter {
  /** Null for all. */
  category: string | null;
  /** Null for any name. */
  search: NamePattern | null;
  /** Includes adult creators, and adult pools in the counts. */
  seesAdult: boolean;
  /** The viewer, if signed in. */
  viewerId: string | null;
  limit: number;
  offset: number;
}

type Condition = Pick<CreatorFilter, 'category' | 'search' | 'seesAdult'>;

const condition = (sql: Connection, { category, search, seesAdult }: Condition) => sql`true
  ${seesAdult ? sql`` : sql`and not coalesce(k.adult, false)`}
  ${category === null ? sql`` : sql`and lower(k.name) = lower(${category})`}
  ${search === null ? sql`` : sql`and ${named(sql, search)}`}`;

/** Ranks names that start with the text first, then names that contain it, then similar names. */
function nearest(sql: Connection, { pattern }: NamePattern) {
  const begins = `${pattern}%`;
  return sql`(c.display_name ilike ${begins} or c.username ilike ${begins}) desc, ${names(sql)} ilike ${`%${pattern}%`} desc,`;
}

/** Sorts by number of pools, then followers. In a search the best name matches come first. */
export async function listCreatorRows(sql: Connection, filter: CreatorFilter): Promise<ListedRow[]> {
  return sql<ListedRow[]>`
    select ${creatorColumns(sql)},
      exists (select 1 from creator_follows f where f.profile_id = c.id and f.user_id = ${filter.viewerId}) as is_following
    from ${creatorSource(sql)}
    where ${condition(sql, filter)}
    order by ${filter.search === null ? sql`` : nearest(sql, filter.search)}
      ${filter.seesAdult ? sql`c.pool_count` : sql`c.safe_pool_count`} desc, c.follower_count desc, c.username
    limit ${filter.limit} offset ${filter.offset}`;
}

export async function countCreators(sql: Connection, filter: Condition): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from ${creatorSource(sql)} where ${condition(sql, filter)}`;
  return row?.n ?? 0;
}

/** The creators that a user follows, newest first. */
export async function listFollowedRows(
  sql: Connection,
  filter: { userId: string; seesAdult: boolean; limit: number; offset: number },
): Promise<CreatorRow[]> {
  return sql<CreatorRow[]>`
    select ${creatorColumns(sql)}
    from creator_follows f join creator_profiles c on c.id = f.profile_id left join categories k on k.id = c.category_id
    where f.user_id = ${filter.userId} ${filter.seesAdult ? sql`` : sql`and not coalesce(k.adult, false)`}
    order by f.created_at desc, f.profile_id
    limit ${filter.limit} offset ${filter.offset}`;
}

export async function countFollowed(
  sql: Connection,
  { userId, seesAdult }: { userId: string; seesAdult: boolean },
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from creator_follows f join creator_profiles c on c.id = f.profile_id left join categories k on k.id = c.category_id
    where f.user_id = ${userId} ${seesAdult ? sql`` : sql`and not coalesce(k.adult, false)`}`;
  return row?.n ?? 0;
}
