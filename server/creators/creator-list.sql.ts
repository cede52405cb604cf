import type { Connection } from '#server/platform/db.ts';
import { type CreatorRow, creatorColumns, creatorSource } from './creators.sql.ts';

export type ListedRow = CreatorRow & { isFollowing: boolean };

export interface CreatorFilter {
  /** Null for all. */
  category: string | null;
  /** A part of the name, escaped for LIKE; null for any. */
  pattern: string | null;
  /** Also adult creators, and adult pools among those that are counted. */
  adultToo: boolean;
  /** Who looks, where they are signed in. */
  viewerId: string | null;
  limit: number;
  offset: number;
}

function condition(
  sql: Connection,
  { category, pattern, adultToo }: Pick<CreatorFilter, 'category' | 'pattern' | 'adultToo'>,
) {
  const anywhere = `%${pattern ?? ''}%`;
  return sql`true
    ${adultToo ? sql`` : sql`and not coalesce(k.adult, false)`}
    ${category === null ? sql`` : sql`and lower(k.name) = lower(${category})`}
    ${
      pattern === null
        ? sql``
        : sql`and (c.display_name ilike ${anywhere} or c.full_name ilike ${anywhere} or c.username ilike ${anywhere})`
    }`;
}

/** Those with pools first, by how many; then by followers. In a search, whoever's name begins so comes before them. */
export async function listCreatorRows(sql: Connection, filter: CreatorFilter): Promise<ListedRow[]> {
  const begins = `${filter.pattern ?? ''}%`;
  return sql<ListedRow[]>`
    select ${creatorColumns(sql)},
      exists (select 1 from creator_follows f where f.profile_id = c.id and f.user_id = ${filter.viewerId}) as is_following
    from ${creatorSource(sql)}
    where ${condition(sql, filter)}
    order by
      ${filter.pattern === null ? sql`` : sql`(c.display_name ilike ${begins} or c.username ilike ${begins}) desc,`}
      ${filter.adultToo ? sql`c.pool_count` : sql`c.safe_pool_count`} desc, c.follower_count desc, c.username
    limit ${filter.limit} offset ${filter.offset}`;
}

export async function countCreators(
  sql: Connection,
  filter: Pick<CreatorFilter, 'category' | 'pattern' | 'adultToo'>,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from ${creatorSource(sql)} where ${condition(sql, filter)}`;
  return row?.n ?? 0;
}

/** Whom a person follows, the latest first. */
export async function listFollowedRows(
  sql: Connection,
  filter: { userId: string; adultToo: boolean; limit: number; offset: number },
): Promise<CreatorRow[]> {
  return sql<CreatorRow[]>`
    select ${creatorColumns(sql)}
    from creator_follows f join creator_profiles c on c.id = f.profile_id left join categories k on k.id = c.category_id
    where f.user_id = ${filter.userId} ${filter.adultToo ? sql`` : sql`and not coalesce(k.adult, false)`}
    order by f.created_at desc, f.profile_id
    limit ${filter.limit} offset ${filter.offset}`;
}

export async function countFollowed(
  sql: Connection,
  { userId, adultToo }: { userId: string; adultToo: boolean },
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from creator_follows f join creator_profiles c on c.id = f.profile_id left join categories k on k.id = c.category_id
    where f.user_id = ${userId} ${adultToo ? sql`` : sql`and not coalesce(k.adult, false)`}`;
  return row?.n ?? 0;
}
