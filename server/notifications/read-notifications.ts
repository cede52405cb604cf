import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { markAllRead } from './notifications.sql.ts';

/** Marks everything as read; the unread badge goes out on every open screen. */
export async function readNotifications(context: Platform, actor: Actor): Promise<{ unreadCount: 0 }> {
  await markAllRead(context.db.sql, actor.userId);
  context.live.userNotified(actor.userId, 0);
  return { unreadCount: 0 };
}
