import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { publishPoolNews } from '#server/pools/publish-pool.ts';
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
