import { broadcastConversationUpdate, broadcastDeletion } from '#server/chat/broadcast-to-room.ts';
import type {} from '#server/chat/facts.ts';
import { lastMessageForAll } from '#server/chat/message.ts';
import { takeImagesOfMessages } from '#server/chat/pictures/message-images.sql.ts';
import { isConversation, type RoomRow } from '#server/chat/room.ts';
import { findRoomRow } from '#server/chat/rooms.sql.ts';
import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import {
  decrementReplyCount,
  deleteThread,
  findLastMessage,
  type LastMessage,
  lockMessage,
  resetUpdatedAt,
  takeSequenceNumber,
} from './removal.sql.ts';

export interface Removed {
  messageId: string;
  deletedReplies: string[];
  parentMessageId: string | null;
}

type Removal = Pick<FactMap['message.removed'], 'byId' | 'through' | 'reason' | 'ip'> & { id: string };

/**
 * Deletes a message and its thread in the caller's transaction and broadcasts the deletion after commit. Returns undefined if the
 * message is already deleted.
 */
export async function removeMessage(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, byId, ...how }: Removal,
): Promise<Removed | undefined> {
  const locked = await lockMessage(tx, id);
  if (!locked?.senderId) return undefined;
  const { roomId, senderId, parentId } = locked;
  const room = await findRoomRow(tx, { by: 'id', id: roomId });
  if (!room) return undefined;
  const seq = await takeSequenceNumber(tx, roomId);
  const messageIds = await deleteThread(tx, id, { seq, byId });
  const [messageId = id, ...deletedReplies] = messageIds;
  for (const key of await takeImagesOfMessages(tx, messageIds)) await removeImage(context, tx, imageUrl(key));
  const updatedAt = await resetUpdatedAt(tx, roomId);
  const parentReplyCount = parentId ? await decrementReplyCount(tx, parentId) : null;
  const removed = { messageId, deletedReplies, parentMessageId: parentId };
  await context.facts.publish(tx, 'message.removed', { messageId, messageIds, senderId, byId, ...how });
  const lastMessage = isConversation(room) ? await findLastMessage(tx, roomId) : undefined;
  afterCommitWith(tx, context, (context) => {
    broadcastDeletion(context, room, seq, { ...removed, parentReplyCount });
    if (isConversation(room)) broadcastLastMessage(context, room, updatedAt, lastMessage);
  });
  return removed;
}

/**
 * Broadcasts the new last message to conversation lists. People that a block keeps apart from its sender see another last message, so the first
 * packet makes them reload theirs.
 */
function broadcastLastMessage(context: Platform, room: RoomRow, at: Date, last: LastMessage | undefined): void {
  const updatedAt = at.toISOString();
  if (!last) {
    broadcastConversationUpdate(context, room, { fromId: null, updatedAt, lastMessage: null });
    return;
  }
  const lastMessage = lastMessageForAll(context, last);
  const fromId = lastMessage.senderId;
  if (fromId !== null) broadcastConversationUpdate(context, room, { fromId: null, updatedAt });
  broadcastConversationUpdate(context, room, { fromId, updatedAt, lastMessage });
}
