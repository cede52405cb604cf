import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Inserts nothing if the like exists or the comment is deleted. A trigger updates the comment's count. */
export async function insertCommentLike(sql: Connection, userId: string, commentId: string): Promise<void> {
  await sql`
    insert into comment_likes (user_id, comment_id)
    select ${userId}, id from comments where id = ${commentId} and deleted_at is null
    on conflict do nothing`;
}

export async function deleteCommentLike(sql: Connection, userId: string, commentId: string): Promise<void> {
  await sql`delete from comment_likes where user_id = ${userId} and comment_id = ${commentId}`;
}

/** The ids among these of the comments that this user likes. */
export async function listLikedComments(sql: Connection, userId: string, ids: string[]): Promise<Set<string>> {
  const rows = await sql<{ commentId: string }[]>`
    select comment_id from comment_likes where user_id = ${userId} and comment_id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ commentId }) => commentId));
}

export async function readCommentLikes(
  sql: Connection,
  userId: string,
  commentId: string,
): Promise<{ isLiked: boolean; likeCount: number } | undefined> {
  const [row] = await sql<{ isLiked: boolean; likeCount: number }[]>`
    select c.like_count,
      exists (select 1 from comment_likes l where l.user_id = ${userId} and l.comment_id = c.id) as is_liked
    from comments c where c.id = ${commentId}`;
  return row;
}

/** Deletes in the order of the comments, because the trigger that updates their counts locks them. */
export async function deleteCommentLikesOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx<{ commentId: string }[]>`
    select comment_id from comment_likes where user_id = ${userId} order by comment_id`;
  for (const { commentId } of rows) await deleteCommentLike(tx, userId, commentId);
}
