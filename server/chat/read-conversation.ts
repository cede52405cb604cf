import type { ConversationUpdated } from '#contract/socket-events.ts';
import { personRoom } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoomBy } from './find-room.ts';
import type { ChatMember } from './list-conversations.ts';
import { markRead } from './rooms.sql.ts';

/** Everything in it is read; the person's other windows hear so. Throws not_found, not_in_conversation. */
export async function readConversation(
  context: ChatContext,
  member: ChatMember,
  id: string,
): Promise<{ ok: true; unreadCount: 0 }> {
  // Who has a pool's chat in their list can clear it, past the age gate or not.
  const room = await findRoomBy(context, { ...member, ageVerified: true }, { by: 'id', id });
  const { userId } = member.actor;
  const updatedAt = await context.db.tx(async (tx) => {
    const known = await markRead(tx, room.id, userId);
    if (known) await context.facts.tell(tx, 'room.read', { roomId: room.id, userId });
    return known;
  });
  if (updatedAt) {
    const news: ConversationUpdated = {
      conversationId: room.id,
      type: room.kind === 'direct' ? 'direct' : 'pool',
      updatedAt: updatedAt.toISOString(),
      unreadCount: 0,
    };
    context.live.tell({ to: [personRoom(userId)], event: 'conversation_updated', payload: news });
  }
  return { ok: true, unreadCount: 0 };
}
