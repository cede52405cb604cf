import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { countUnread, deleteNoticesOfMessages } from './notifications.sql.ts';

/** Deletes the notices that quote deleted chat messages and updates the unread counts. */
export async function deleteMessageNotices({ db, live }: Platform, tx: Tx, messageIds: string[]): Promise<void> {
  const userIds = await deleteNoticesOfMessages(tx, messageIds);
  afterCommit(tx, async () => {
    for (const userId of userIds) live.userNotified(userId, await countUnread(db.sql, userId));
  });
}
