import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findMessagePlace } from './messages.sql.ts';
import { findRoomRow } from './rooms.sql.ts';

/**
 * Checks that a chat message can be posted to its pool's comments: the author's own message, not a reply, and not deleted. Throws
 * not_found, own_message_only, validation_failed.
 */
export async function checkPostedMessage(
  tx: Tx,
  { messageId, poolId, authorId }: { messageId: string; poolId: string; authorId: string },
): Promise<void> {
  const place = await findMessagePlace(tx, messageId, authorId);
  const room = place && (await findRoomRow(tx, { by: 'id', id: place.roomId }));
  if (!place || room?.poolId !== poolId)
    throw appError('not_found', { message: () => t`This message was not found in the chat of this pool.` });
  if (place.senderId !== authorId) {
    throw appError('own_message_only', {
      message: () => t`Only the person who wrote this message can post it to the comments.`,
    });
  }
  if (place.parentId !== null) {
    throw appError('validation_failed', { message: () => t`Replies can't be posted to the comments.` });
  }
}
