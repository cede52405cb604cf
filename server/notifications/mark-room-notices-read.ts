import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { countUnread, markRoomRead } from './notifications.sql.ts';

/** Whoever reads a room has read what they were told of it; every open screen hears how many notices are left. */
export async function markRoomNoticesRead(
  { db, live }: Platform,
  tx: Tx,
  userId: string,
  roomId: string,
): Promise<void> {
  if (!(await markRoomRead(tx, userId, roomId))) return;
  afterCommit(tx, async () => live.userNotified(userId, await countUnread(db.sql, userId)));
}
