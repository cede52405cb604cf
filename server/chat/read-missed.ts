import type { Packet } from '#server/platform/live/packets.ts';
import { broadcastDeletion, broadcastMessage, broadcastMessageChange } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { groupDeletedThreads } from './group-deleted-threads.ts';
import { messageForAll } from './message.ts';
import { listBetween, listChanges, listDeletedBetween, listMessagesById } from './messages.sql.ts';
import { findRoomRow } from './rooms.sql.ts';

/** One number deletes or changes many messages when an admin removes a thread, or a person leaves. */
const maxMissed = 10_000;

/** Builds the packets of messages, deletions and changes that a crashed node stored but did not broadcast. */
export async function readMissed(
  context: ChatContext,
  roomId: string,
  between: { after: number; before: number },
): Promise<Packet[]> {
  const { sql } = context.db;
  const room = await findRoomRow(sql, { by: 'id', id: roomId });
  if (!room) return [];
  const window = { roomId, ...between, limit: maxMissed };
  const [rows, deleted, changed] = await Promise.all([
    listBetween(sql, window),
    listDeletedBetween(sql, window),
    listChanges(sql, { roomId, after: between.after, upTo: between.before - 1, limit: maxMissed, viewerId: null }),
  ]);
  const parentIds = [...rows, ...deleted].flatMap(({ parentId }) => parentId ?? []);
  const parents = await listMessagesById(sql, [...new Set(parentIds)]);
  const replyCounts = new Map(parents.map(({ id, replyCount }) => [id, replyCount]));
  const replyCountOf = (parentId: string | null) => replyCounts.get(parentId ?? '') ?? null;
  const packets: Packet[] = [];
  const here = { live: { send: (packet: Packet) => void packets.push(packet) } };
  for (const row of rows) {
    const parentReplyCount = replyCountOf(row.parentId);
    broadcastMessage(here, room, messageForAll(context, row, room), { parentReplyCount });
  }
  for (const [seq, gone] of Map.groupBy(deleted, ({ deletedSeq }) => deletedSeq)) {
    for (const { id: messageId, parentId: parentMessageId, below: deletedReplies } of groupDeletedThreads(gone)) {
      const parentReplyCount = replyCountOf(parentMessageId);
      broadcastDeletion(here, room, seq, { messageId, deletedReplies, parentMessageId, parentReplyCount });
    }
  }
  for (const row of changed) broadcastMessageChange(here, room, row.changedSeq, messageForAll(context, row, room));
  return packets.sort((a, b) => (a.place?.seq ?? 0) - (b.place?.seq ?? 0));
}
