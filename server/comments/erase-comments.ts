import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteUpdateLikesOf, wipeCommentsOf } from './account-deletion.sql.ts';
import { deleteCommentLikesOf } from './comment-likes.sql.ts';

/** Deletes the comment texts of a deleted account, and its likes of comments and updates. An empty comment stays while it has replies. */
export async function eraseComments(tx: Tx, userId: string): Promise<void> {
  await deleteCommentLikesOf(tx, userId);
  await deleteUpdateLikesOf(tx, userId);
  await wipeCommentsOf(tx, userId);
}
