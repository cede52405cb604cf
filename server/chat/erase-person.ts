import { resetUpdatedAt, takeSequenceNumber } from '#server/chat/moderation/removal.sql.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteTracesOf, type Erased, eraseMessages, lockRoomsOf } from './account-deletion.sql.ts';
import { broadcastConversationUpdate, broadcastDeletion, broadcastMessageChange } from './broadcast-to-room.ts';
import { groupDeletedThreads } from './group-deleted-threads.ts';
import { messageForAll } from './message.ts';
import { listMessagesById } from './messages.sql.ts';
import { takeImagesOfSender } from './pictures/message-images.sql.ts';
import { isConversation, type RoomRow } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';

/** At most this many messages per room are broadcast. Clients with more of them on screen drop the rest at their next catch-up. */
const maxBroadcast = 500;

/** Erases the messages of a deleted account. The other person keeps the direct conversation without those messages. */
export async function erasePerson(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  for (const roomId of await lockRoomsOf(tx, userId)) {
    const seq = await takeSequenceNumber(tx, roomId);
    const erased = await eraseMessages(tx, { roomId, userId, seq });
    for (const key of await takeImagesOfSender(tx, roomId, userId)) await removeImage(context, tx, imageUrl(key));
    const updatedAt = await resetUpdatedAt(tx, roomId);
    const room = await findRoomRow(tx, { by: 'id', id: roomId });
    if (!room) continue;
    afterCommitWith(tx, context, (context) => {
      broadcastErased(context, room, seq, erased);
      // Makes clients reload the entry in their conversation list, which may show an erased message.
      if (isConversation(room))
        broadcastConversationUpdate(context, room, { fromId: null, updatedAt: updatedAt.toISOString() });
      return broadcastRewritten(context, room, seq, erased.rewritten.slice(0, maxBroadcast));
    });
  }
  await deleteTracesOf(tx, userId);
}

function broadcastErased(context: Platform, room: RoomRow, seq: number, { deleted, parents }: Erased): void {
  const replyCounts = new Map(parents.map(({ id, replyCount }) => [id, replyCount]));
  for (const { id, parentId, below } of groupDeletedThreads(deleted).slice(0, maxBroadcast)) {
    const parentReplyCount = replyCounts.get(parentId ?? '') ?? null;
    const gone = { messageId: id, deletedReplies: below, parentMessageId: parentId, parentReplyCount };
    broadcastDeletion(context, room, seq, gone);
  }
}

/** Broadcasts messages that keep their place because others replied: without their text and without the person's name. */
async function broadcastRewritten(context: Platform, room: RoomRow, seq: number, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const row of await listMessagesById(context.db.sql, ids)) {
    broadcastMessageChange(context, room, seq, messageForAll(context, row, room));
  }
}
