import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findCommentPlace, markDeleted } from './comments.sql.ts';
import type {} from './facts.ts';

/** Deletes a comment in the caller's transaction; false if it was deleted before. Its replies stay. */
export async function removeComment(
  context: Platform,
  tx: Tx,
  { id, byId, through }: { id: string; byId: string; through: 'author' | 'admin' | 'report' | 'takedown' },
): Promise<boolean> {
  const place = await findCommentPlace(tx, id);
  if (!place || !(await markDeleted(tx, id, byId))) return false;
  const { poolId, authorId } = place;
  await context.facts.publish(tx, 'comment.removed', { commentId: id, poolId, authorId, byId, through });
  return true;
}
