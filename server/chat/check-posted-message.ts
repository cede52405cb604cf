import { appError } from '#contract/errors.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findMessagePlace } from './messages.sql.ts';
import { findRoomRow } from './rooms.sql.ts';

/**
 * What is posted to a pool's comments from its chat is a message of one's own that answers nothing and is still there. Throws
 * not_found, own_message_only, validation_failed.
 */
export async function checkPostedMessage(
  tx: Tx,
  { messageId, poolId, authorId }: { messageId: string; poolId: string; authorId: string },
): Promise<void> {
  const place = await findMessagePlace(tx, messageId);
  const room = place && (await findRoomRow(tx, { by: 'id', id: place.roomId }));
  if (!place || room?.poolId !== poolId) throw appError('not_found', { message: 'This message is not here.' });
  if (place.senderId !== authorId) {
    throw appError('own_message_only', {
      message: 'Only the person who wrote this message can post it to the comments.',
    });
  }
  if (place.parentId !== null) {
    throw appError('validation_failed', { message: 'An answer cannot be posted to the comments.' });
  }
}
