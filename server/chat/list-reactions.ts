import type { ReactionGroup } from '#contract/chat/reactions.ts';
import { appError } from '#contract/errors.ts';
import { reactionEmojis } from '#contract/limits.ts';
import { isUuid } from '#contract/values/ids.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomOfMessage } from './find-room.ts';
import { type ChatMember, type ChatViewer, mayRead } from './policy.ts';
import { listGroups } from './reactions.sql.ts';
import { listRoomsOfMessages } from './rooms.sql.ts';

/** Lists reactions by message id. The list is empty for messages that do not exist or that the viewer may not read. */
export async function listReactions(
  context: ChatContext,
  viewer: ChatViewer,
  messageIds: string[],
): Promise<{ reactions: Record<string, ReactionGroup[]> }> {
  const { sql } = context.db;
  const rooms = await listRoomsOfMessages(sql, [...new Set(messageIds.filter(isUuid))], viewer.actor?.userId ?? null);
  const readableIds = rooms.filter((room) => mayRead(context, viewer, room)).map(({ messageId }) => messageId);
  const groups = await readGroups(sql, readableIds);
  return { reactions: Object.fromEntries(messageIds.map((id) => [id, groups.get(id.toLowerCase()) ?? []])) };
}

/** Lists the reactions to one message of a direct conversation. Throws not_found, not_in_conversation. */
export async function listPrivateReactions(
  context: ChatContext,
  member: ChatMember,
  id: string,
): Promise<{ reactions: ReactionGroup[] }> {
  const room = await findRoomOfMessage(context, member, id);
  if (room.kind !== 'direct') throw appError('not_found');
  return { reactions: (await readGroups(context.db.sql, [id])).get(id.toLowerCase()) ?? [] };
}

/** Groups reactions by message, in the order of `reactionEmojis`. */
export async function readGroups(sql: Connection, ids: string[]): Promise<Map<string, ReactionGroup[]>> {
  const rows = ids.length > 0 ? await listGroups(sql, ids) : [];
  rows.sort((a, b) => reactionEmojis.indexOf(a.emoji) - reactionEmojis.indexOf(b.emoji));
  const byMessage = new Map<string, ReactionGroup[]>();
  for (const { messageId, ...group } of rows) {
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), group]);
  }
  return byMessage;
}
