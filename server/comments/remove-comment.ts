import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
import { deleteUpdateLikesOf, wipeCommentsOf } from './account-deletion.sql.ts';
import { deleteCommentLikesOf } from './comment-likes.sql.ts';
import { findCommentPlace, lockCommentRow, markDeleted } from './comments.sql.ts';
import type {} from './facts.ts';

/** Deletes a comment in the caller's transaction; false if it was deleted before. Its replies stay. */
export async function removeComment(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, byId, through }: { id: string; byId: string; through: 'author' | 'admin' | 'report' | 'takedown' },
): Promise<boolean> {
  const place = await findCommentPlace(tx, id);
  // Waits for a restoration under way, which would otherwise make the comment public after this call found it deleted.
  await lockCommentRow(tx, id);
  if (!place || !(await markDeleted(tx, id, byId))) return false;
  const { poolId, updateId, authorId } = place;
  await context.facts.publish(tx, 'comment.removed', { commentId: id, poolId, authorId, byId, through });
  if (updateId) afterCommit(tx, () => publishPoolNews(context, { id: poolId, about: 'update_comments' }));
  return true;
}

/** Deletes the comment texts of a deleted account, and its likes of comments and updates. An empty comment stays while it has replies. */
export async function eraseComments(tx: Tx, userId: string): Promise<void> {
  await deleteCommentLikesOf(tx, userId);
  await deleteUpdateLikesOf(tx, userId);
  await wipeCommentsOf(tx, userId);
}
