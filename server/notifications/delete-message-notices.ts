import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { countUnread, deleteNoticesOfMessages } from './notifications.sql.ts';

/** Deleted messages are quoted nowhere: who was told of them is not any more. */
export async function deleteMessageNotices({ db, live }: Platform, tx: Tx, messageIds: string[]): Promise<void> {
  const told = await deleteNoticesOfMessages(tx, messageIds);
  afterCommit(tx, async () => {
    for (const userId of told) live.userNotified(userId, await countUnread(db.sql, userId));
  });
}
