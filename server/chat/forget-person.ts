import { moveToLastMessage, takeNumber } from '#server/chat/moderation/removal.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { deleteTracesOf, type Erased, eraseWords, lockRoomsOf } from './account-deletion.sql.ts';
import { goneThreads } from './gone-threads.ts';
import { messageForAll } from './message.ts';
import { listMessagesById } from './messages.sql.ts';
import { isConversation, type RoomRow } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';
import { tellOfChange, tellOfConversation, tellOfDeletion } from './tell-room.ts';

/** Whoever has more of them on the screen loses these at the next look. */
const toldAtMost = 500;

/** What somebody wrote goes with their account; conversations stay with the other person, without those words. */
export async function forgetPerson(context: Platform, tx: Tx, userId: string): Promise<void> {
  for (const roomId of await lockRoomsOf(tx, userId)) {
    const seq = await takeNumber(tx, roomId);
    const erased = await eraseWords(tx, { roomId, userId, seq });
    const updatedAt = await moveToLastMessage(tx, roomId);
    const room = await findRoomRow(tx, { by: 'id', id: roomId });
    if (!room) continue;
    afterCommit(tx, () => {
      tellOfErased(context, room, seq, erased);
      // Whose list shows one of these lines reads it again.
      if (isConversation(room)) tellOfConversation(context, room, { fromId: null, updatedAt: updatedAt.toISOString() });
      return tellOfRewritten(context, room, erased.rewritten.slice(0, toldAtMost));
    });
  }
  await deleteTracesOf(tx, userId);
}

function tellOfErased(context: Platform, room: RoomRow, seq: number, { deleted, parents }: Erased): void {
  const left = new Map(parents.map(({ id, replyCount }) => [id, replyCount]));
  for (const { id, parentId, below } of goneThreads(deleted).slice(0, toldAtMost)) {
    const parentReplyCount = left.get(parentId ?? '') ?? null;
    const gone = { messageId: id, deletedReplies: below, parentMessageId: parentId, parentReplyCount };
    tellOfDeletion(context, room, seq, gone);
  }
}

/** As they are now that the account is gone: without its words, and without its name. */
async function tellOfRewritten(context: Platform, room: RoomRow, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const row of await listMessagesById(context.db.sql, ids)) {
    tellOfChange(context, room, messageForAll(context, row, room));
  }
}
