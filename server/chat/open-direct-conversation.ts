import type { Conversation } from '#contract/chat/chat.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import type { ChatContext } from './chat-context.ts';
import { readConversationItem } from './list-conversations.ts';
import type { ChatMember } from './policy.ts';
import { socketRoom } from './room.ts';
import { findOther, openDirectRoom } from './rooms.sql.ts';

/** Finds or creates the conversation of two people. Throws own_conversation, not_found, people_apart. */
export async function openDirectConversation(
  context: ChatContext,
  member: ChatMember,
  otherUserId: string,
): Promise<Conversation> {
  const { userId } = member.actor;
  const otherId = otherUserId.toLowerCase();
  if (otherId === userId) throw appError('own_conversation');
  const other = await findOther(context.db.sql, userId, otherId);
  if (!other) throw appError('not_found', { message: () => t`This person does not exist.` });
  if (other.isBlocked) throw appError('people_apart');
  const id = await context.db.tx(async (tx) => {
    const roomId = await openDirectRoom(tx, userId, otherId);
    if (!roomId) throw appError('not_found', { message: () => t`This person does not exist.` });
    afterCommit(tx, () => {
      // Subscribes all sockets of both people to the conversation.
      for (const person of [userId, otherId]) context.live.move({ userId: person, enter: [socketRoom.listed(roomId)] });
    });
    return roomId;
  });
  return readConversationItem(context, member, id);
}
