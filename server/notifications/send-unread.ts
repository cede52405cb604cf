import { personRoom } from '#server/platform/live/sockets.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread } from './notifications.sql.ts';

/** Sends the number of a person's unread notifications to all of their windows. */
export async function sendUnread(
  { db, live }: Pick<Platform, 'db' | 'live'>,
  userId: string,
  known?: number,
): Promise<void> {
  const unread = known ?? (await countUnread(db.sql, userId));
  live.send({ namespace: '/live', to: [personRoom(userId)], event: 'notified', payload: { unread } });
}
