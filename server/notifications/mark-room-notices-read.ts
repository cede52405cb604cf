import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { markRoomRead } from './notifications.sql.ts';
import { sendUnread } from './send-unread.ts';

/** Marks the notices about a room as read when the person reads the room, and sends the new unread count to their open windows. */
export async function markRoomNoticesRead(
  context: InTransaction<Platform>,
  tx: Tx,
  userId: string,
  roomId: string,
): Promise<void> {
  if (!(await markRoomRead(tx, userId, roomId))) return;
  afterCommitWith(tx, context, (context) => sendUnread(context, userId));
}
