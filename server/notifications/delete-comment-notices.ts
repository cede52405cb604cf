import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { countUnread, deleteNoticesOfComment } from './notifications.sql.ts';

/** A deleted comment is quoted nowhere: who was told of it is not any more. */
export async function deleteCommentNotices({ db, live }: Platform, tx: Tx, commentId: string): Promise<void> {
  const told = await deleteNoticesOfComment(tx, commentId);
  afterCommit(tx, async () => {
    for (const userId of told) live.userNotified(userId, await countUnread(db.sql, userId));
  });
}
