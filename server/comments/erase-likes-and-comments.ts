import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteLikesOf, deleteUpdateLikesOf, wipeCommentsOf } from './account-deletion.sql.ts';
import { deleteCommentLikesOf } from './comment-likes.sql.ts';
import { deleteSavesOf } from './saves.sql.ts';

/** Deletes the likes, the followed pools and the comment texts of a deleted account. An empty comment stays while it has replies. */
export async function eraseLikesAndComments(tx: Tx, userId: string): Promise<void> {
  await deleteLikesOf(tx, userId);
  await deleteSavesOf(tx, userId);
  await deleteCommentLikesOf(tx, userId);
  await deleteUpdateLikesOf(tx, userId);
  await wipeCommentsOf(tx, userId);
}
