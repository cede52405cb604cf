import { appError } from '#contract/errors.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findComment, lockCommentRow, putBackText } from './comments.sql.ts';
import { removeComment } from './remove-comment.ts';

/** Deletes a comment and returns its text, so that it can be restored. Throws not_found. */
export async function withholdComment(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, byId }: { id: string; byId: string },
): Promise<{ poolId: string; authorId: string; content: string }> {
  const comment = await findComment(tx, id);
  if (!comment || !(await removeComment(context, tx, { id, byId, through: 'takedown' }))) throw appError('not_found');
  const { poolId, authorId, content } = comment;
  return { poolId, authorId, content };
}

/** Makes a removal of the comment wait for the caller's transaction, or this transaction for a removal under way. */
export async function lockComment(tx: Tx, id: string): Promise<void> {
  await lockCommentRow(tx, id);
}

/** Puts a withheld comment back at its place in the thread. The caller has locked it. */
export async function restoreComment(tx: Tx, { id, content }: { id: string; content: string }): Promise<void> {
  await putBackText(tx, id, content);
}
