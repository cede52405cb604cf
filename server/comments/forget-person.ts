import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteLikesOf, wipeCommentsOf } from './account-deletion.sql.ts';

/** Deletes a leaving person's likes, and empties their comments: an empty comment stays only while it has replies. */
export async function forgetLikesAndComments(tx: Tx, userId: string): Promise<void> {
  await deleteLikesOf(tx, userId);
  await wipeCommentsOf(tx, userId);
}
