import { appError } from '#contract/errors.ts';
import { type Removed, removeMessage } from '#server/chat/moderation/remove-message.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomBy } from './find-room.ts';
import { findMessagePlace } from './messages.sql.ts';
import { assertMayDelete, type ChatModerator } from './policy.ts';

/** Deletes a message, for its sender or for an admin with a reason. Throws not_found (also if already deleted), own_message_only. */
export async function deleteMessage(
  context: ChatContext,
  { actor, ip }: ChatModerator,
  { id, reason }: { id: string; reason: string | undefined },
): Promise<Removed & { ok: true }> {
  const place = await findMessagePlace(context.db.sql, id, actor.userId);
  if (!place) throw appError('not_found');
  // People can delete their own messages without passing the age gate.
  const room = await findRoomBy(context, { actor, seesAdult: true }, { by: 'id', id: place.roomId });
  const { senderId } = place;
  assertMayDelete(actor, room, { senderId, reason });
  const through = senderId === actor.userId ? 'sender' : 'admin';
  const removed = await context.db.tx((tx) =>
    removeMessage(context, tx, { id, byId: actor.userId, through, reason: reason ?? null, ip }),
  );
  if (!removed) throw appError('not_found');
  return { ok: true, ...removed };
}
