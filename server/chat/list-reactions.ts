import { AppError, appError } from '#contract/errors.ts';
import { reactionEmojis } from '#contract/limits.ts';
import type { ReactionGroup } from '#contract/reactions.ts';
import type { Connection } from '#server/platform/db.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomBy } from './find-room.ts';
import { findMessagePlace, findRoomsOf } from './messages.sql.ts';
import type { ChatMember, ChatViewer } from './policy.ts';
import { listGroups } from './reactions.sql.ts';
import type { RoomRow } from './room.ts';

/** Reactions by message; an empty list for what is not there, or not theirs to see. */
export async function listReactions(
  context: ChatContext,
  viewer: ChatViewer,
  messageIds: string[],
): Promise<{ reactions: Record<string, ReactionGroup[]> }> {
  const { sql } = context.db;
  const places = await findRoomsOf(sql, [...new Set(messageIds)]);
  const readable = new Set<string>();
  for (const roomId of new Set(places.map((place) => place.roomId))) {
    if (await mayRead(context, viewer, roomId)) readable.add(roomId);
  }
  const shown = places.filter(({ roomId }) => readable.has(roomId)).map(({ id }) => id);
  const groups = await readGroups(sql, shown);
  return { reactions: Object.fromEntries(messageIds.map((id) => [id, groups.get(id.toLowerCase()) ?? []])) };
}

async function mayRead(context: ChatContext, viewer: ChatViewer, roomId: string): Promise<boolean> {
  try {
    await findRoomBy(context, viewer, { by: 'id', id: roomId });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** The same for one message of a direct conversation. Throws not_found, not_in_conversation. */
export async function listPrivateReactions(
  context: ChatContext,
  member: ChatMember,
  id: string,
): Promise<{ reactions: ReactionGroup[] }> {
  const { room } = await findReadable(context, member, id);
  if (room.kind !== 'direct') throw appError('not_found');
  return { reactions: (await readGroups(context.db.sql, [id])).get(id.toLowerCase()) ?? [] };
}

/** The room of a message that this person may read. Throws not_found, not_in_conversation, age_gate. */
export async function findReadable(context: ChatContext, viewer: ChatViewer, id: string): Promise<{ room: RoomRow }> {
  const place = await findMessagePlace(context.db.sql, id);
  if (!place) throw appError('not_found');
  return { room: await findRoomBy(context, viewer, { by: 'id', id: place.roomId }) };
}

/** In the order of the six. */
export async function readGroups(sql: Connection, ids: string[]): Promise<Map<string, ReactionGroup[]>> {
  const rows = ids.length > 0 ? await listGroups(sql, ids) : [];
  rows.sort((a, b) => reactionEmojis.indexOf(a.emoji) - reactionEmojis.indexOf(b.emoji));
  const byMessage = new Map<string, ReactionGroup[]>();
  for (const { messageId, ...group } of rows) {
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), group]);
  }
  return byMessage;
}
