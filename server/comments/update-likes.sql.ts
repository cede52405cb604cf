import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Inserts nothing if the like exists. A trigger updates the update's count. */
export async function insertUpdateLike(sql: Connection, userId: string, updateId: string): Promise<void> {
  await sql`insert into update_likes (user_id, update_id) values (${userId}, ${updateId}) on conflict do nothing`;
}

export async function deleteUpdateLike(sql: Connection, userId: string, updateId: string): Promise<void> {
  await sql`delete from update_likes where user_id = ${userId} and update_id = ${updateId}`;
}

export async function findUpdateLike(
  sql: Connection,
  userId: string,
  updateId: string,
): Promise<{ liked: boolean; likeCount: number }> {
  const [row] = await sql<{ liked: boolean; likeCount: number }[]>`
    select x.like_count, exists (select from update_likes l where l.update_id = x.id and l.user_id = ${userId}) as liked
    from pool_updates x where x.id = ${updateId}`;
  return row ?? { liked: false, likeCount: 0 };
}

/** For the update `x`: whether the viewer likes it. */
export function isUpdateLiked(sql: Connection, viewerId: string | null): Fragment {
  return sql`exists (select 1 from update_likes l where l.update_id = x.id and l.user_id = ${viewerId})`;
}
