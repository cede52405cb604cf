import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { countUnread, markAllRead, markRoomRead, markTheseRead } from './notifications.sql.ts';
import { sendUnread } from './send-unread.ts';

/**
 * Marks all of a person's notices as read, or those with these ids, and sends the new unread count to their open windows. Throws
 * not_found if none of the ids belongs to the person.
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
