import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countUnread, markAllRead, markTheseRead } from './notifications.sql.ts';
import { sendUnread } from './send-unread.ts';

/**
 * Marks everything as read, or these; every open screen hears how many are left. Other people's notices are left as they are.
 * Throws not_found where none of the ids is a notice of one's own.
 */
export async function readNotifications(
  context: Platform,
  { userId }: Actor,
  ids?: string[],
): Promise<{ unreadCount: number }> {
  const { sql } = context.db;
  if (!ids) await markAllRead(sql, userId);
  else if (!(await markTheseRead(sql, userId, ids))) throw appError('not_found');
  const unreadCount = ids ? await countUnread(sql, userId) : 0;
  await sendUnread(context, userId, unreadCount);
  return { unreadCount };
}
