import { personRoom } from '#server/platform/live/packets.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread } from './notifications.sql.ts';

type Context = Pick<Platform, 'db' | 'live'>;

function send({ live }: Context, userId: string, event: 'notified' | 'unread', unread: number): void {
  live.send({ namespace: '/live', to: [personRoom(userId)], event, payload: { unread } });
}

/** Reports a new, changed or deleted notification to all of a person's windows, which fetch the list again. */
export async function sendNews(context: Context, userId: string): Promise<void> {
  send(context, userId, 'notified', await countUnread(context.db.sql, userId));
}

/** Sends the number of a person's unread notifications to all of their windows, after the person has read some. */
export async function sendUnread(context: Context, userId: string, unread?: number): Promise<void> {
  send(context, userId, 'unread', unread ?? (await countUnread(context.db.sql, userId)));
}

/** Tells each window that connects the number of unread notifications, because some may be newer than its page. */
export function greetWithUnread({ db, live }: Context): void {
  live.greet(async (userId) => ({ event: 'unread', payload: { unread: await countUnread(db.sql, userId) } }));
}
