import type { MoneyContext } from '#server/money/money-context.ts';
import { afterCommit, type Tx } from '#server/platform/db.ts';
import { deleteTracesOf, eraseWords, lockRoomsOf } from './leaving.sql.ts';
import { takeNumber } from './removal.sql.ts';
import { findRoomRow } from './rooms.sql.ts';
import { tellOfDeletion } from './tell-room.ts';

/** Whoever has more of them on the screen loses these at the next look. */
const toldAtMost = 500;

/** What somebody wrote goes with their account; conversations stay with the other person, without those words. */
export async function forgetPerson(context: MoneyContext, tx: Tx, userId: string): Promise<void> {
  for (const roomId of await lockRoomsOf(tx, userId)) {
    const { seq } = await takeNumber(tx, roomId);
    const ids = await eraseWords(tx, { roomId, userId, seq });
    const room = await findRoomRow(tx, { by: 'id', id: roomId });
    if (!room) continue;
    afterCommit(tx, () => {
      for (const messageId of ids.slice(0, toldAtMost)) {
        const deleted = { messageId, deletedReplies: [], parentMessageId: null, parentReplyCount: null };
        tellOfDeletion(context, room, seq, deleted);
      }
    });
  }
  await deleteTracesOf(tx, userId);
}
