import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteNoticesOfComment, deleteNoticesOfMessages } from './notifications.sql.ts';
import { sendNews } from './send-unread.ts';

/** Deletes the notices that quote a deleted comment and updates the unread counts. */
export async function deleteCommentNotices(context: InTransaction<Platform>, tx: Tx, commentId: string): Promise<void> {
  const userIds = await deleteNoticesOfComment(tx, commentId);
  afterCommitWith(tx, context, async (context) => {
    for (const userId of userIds) await sendNews(context, userId);
  });
}

/** Deletes the notices that quote deleted chat messages and updates the unread counts. */
export async function deleteMessageNotices(
  context: InTransaction<Platform>,
  tx: Tx,
  messageIds: string[],
): Promise<void> {
  const userIds = await deleteNoticesOfMessages(tx, messageIds);
  afterCommitWith(tx, context, async (context) => {
    for (const userId of userIds) await sendNews(context, userId);
  });
}
