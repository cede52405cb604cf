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

/** Tells each window that connects the number of unread notifications, because some may be newer than its page. */
export function greetWithUnread({ db, live }: Pick<Platform, 'db' | 'live'>): void {
  live.greet(async (userId) => ({ event: 'unread', payload: { unread: await countUnread(db.sql, userId) } }));
}
