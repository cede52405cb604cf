import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { countUnread, markRoomRead } from './notifications.sql.ts';

/** Marks the notices about a room as read when the person reads the room, and sends the new unread count to their open windows. */
export async function markRoomNoticesRead(
  { db, live }: Platform,
  tx: Tx,
  userId: string,
  roomId: string,
): Promise<void> {
  if (!(await markRoomRead(tx, userId, roomId))) return;
  afterCommit(tx, async () => live.userNotified(userId, await countUnread(db.sql, userId)));
}
