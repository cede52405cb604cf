import type { Packet } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { goneThreads } from './gone-threads.ts';
import { messageOf } from './message.ts';
import { findMessage, listBetween, listDeletedBetween } from './messages.sql.ts';
import { findRoomRow } from './rooms.sql.ts';
import { tellOfDeletion, tellOfMessage } from './tell-room.ts';

/** Whoever missed more than this, which nobody does while the nodes are up, catches up when they connect again. */
const missedAtMost = 200;

/** What was stored and never told, since the node that did it is gone; as the packets that it would have told. */
export async function readMissed(
  { db, config }: ChatContext,
  roomId: string,
  between: { after: number; before: number },
): Promise<Packet[]> {
  const room = await findRoomRow(db.sql, { by: 'id', id: roomId });
  if (!room) return [];
  const window = { roomId, ...between, limit: missedAtMost };
  const [rows, deleted] = await Promise.all([listBetween(db.sql, window), listDeletedBetween(db.sql, window)]);
  const packets: Packet[] = [];
  const here = { live: { tell: (packet: Packet) => void packets.push(packet) } };
  for (const row of rows) {
    const parent = row.parentId === null ? undefined : await findMessage(db.sql, row.parentId);
    const message = messageOf(row, room, { adultToo: room.adult, brandName: config.brandName });
    tellOfMessage(here, room, message, { parentReplyCount: parent?.replyCount ?? null });
  }
  for (const [seq, gone] of Map.groupBy(deleted, ({ deletedSeq }) => deletedSeq)) {
    for (const { id: messageId, parentId: parentMessageId, below: deletedReplies } of goneThreads(gone)) {
      const parent = parentMessageId === null ? undefined : await findMessage(db.sql, parentMessageId);
      const parentReplyCount = parent?.replyCount ?? null;
      tellOfDeletion(here, room, seq, { messageId, deletedReplies, parentMessageId, parentReplyCount });
    }
  }
  return packets.sort((a, b) => (a.place?.seq ?? 0) - (b.place?.seq ?? 0));
}
