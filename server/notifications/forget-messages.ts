import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { deleteNoticesOfMessages } from './notifications.sql.ts';
import { sendUnread } from './send-unread.ts';

/** Deleted messages are quoted nowhere: who was told of them is not any more. */
export async function forgetMessages(context: Platform, tx: Tx, messageIds: string[]): Promise<void> {
  const told = await deleteNoticesOfMessages(tx, messageIds);
  afterCommit(tx, async () => {
    for (const userId of told) await sendUnread(context, userId);
  });
}
