import type { Notification } from '#contract/notifications.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread, latestNotifications } from './notifications.sql.ts';

export async function listNotifications(
  context: Platform,
  actor: Actor,
): Promise<{ notifications: Notification[]; unreadCount: number }> {
  const rows = await latestNotifications(context.db.sql, actor.userId);
  return {
    notifications: rows.map(({ createdAt, readAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    })),
    unreadCount: await countUnread(context.db.sql, actor.userId),
  };
}
