import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

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
  isSaved: boolean;
  getsNews: boolean;
  ownerId: string;
  assignedCreatorId: string | null;
  status: PoolStatus;
}

/** The like counts of these pools, and whether this user likes and follows them. */
export async function listLikes(sql: Connection, userId: string | null, poolIds: string[]): Promise<LikeRow[]> {
  return sql<LikeRow[]>`
    select p.id, p.like_count, p.owner_id, p.assigned_creator_id, p.status,
      exists (select 1 from pool_likes l where l.user_id = ${userId} and l.pool_id = p.id) as is_liked,
      exists (select 1 from pool_saves s where s.user_id = ${userId} and s.pool_id = p.id) as is_saved,
      exists (select 1 from pool_saves s where s.user_id = ${userId} and s.pool_id = p.id and s.news) as gets_news
    from pools p where p.id = any(${poolIds}::uuid[])`;
}

/** Deletes in the order of the pools, because the trigger that updates their counts locks them. */
export async function deleteLikesOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx<
    { poolId: string }[]
  >`select pool_id from pool_likes where user_id = ${userId} order by pool_id`;
  for (const { poolId } of rows) await tx`delete from pool_likes where user_id = ${userId} and pool_id = ${poolId}`;
}
