import type { PoolStatus } from '#contract/pools.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Inserts nothing if the like exists. A trigger updates the pool's count. */
export async function insertLike(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`insert into pool_likes (user_id, pool_id) values (${userId}, ${poolId}) on conflict do nothing`;
}

export async function deleteLike(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`delete from pool_likes where user_id = ${userId} and pool_id = ${poolId}`;
}

/** For the pool `p`: whether the viewer likes it. */
export function isLiked(sql: Connection, viewerId: string | null): Fragment {
  return sql`exists (select 1 from pool_likes l where l.pool_id = p.id and l.user_id = ${viewerId})`;
}

export interface LikeRow {
  id: string;
  isLiked: boolean;
  likeCount: number;
  ownerId: string;
  assignedCreatorId: string | null;
  status: PoolStatus;
}

/** The like counts of these pools, and whether this user likes them. */
export async function listLikes(sql: Connection, userId: string | null, poolIds: string[]): Promise<LikeRow[]> {
  return sql<LikeRow[]>`
    select p.id, p.like_count, p.owner_id, p.assigned_creator_id, p.status,
      exists (select 1 from pool_likes l where l.user_id = ${userId} and l.pool_id = p.id) as is_liked
    from pools p where p.id = any(${poolIds}::uuid[])`;
}

/** Removed pools and pools in review are visible to owner, assigned creator and admins only. */
const shown = (sql: Connection, userId: string) =>
  sql`l.user_id = ${userId} and (p.status not in ('in_review', 'removed') or ${userId} in (p.owner_id, p.assigned_creator_id))`;

export async function countLikedPools(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from pool_likes l join pools p on p.id = l.pool_id where ${shown(sql, userId)}`;
  return row?.n ?? 0;
}

/** The ids of one page of the user's favorites, newest first. */
export async function listLikedPoolIds(
  sql: Connection,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await sql<{ poolId: string }[]>`
    select l.pool_id from pool_likes l join pools p on p.id = l.pool_id where ${shown(sql, userId)}
    order by l.created_at desc, l.pool_id limit ${limit} offset ${offset}`;
  return rows.map(({ poolId }) => poolId);
}
