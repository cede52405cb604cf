import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoomBy } from './find-room.ts';
import type { ChatMember } from './list-conversations.ts';
import { markRead } from './rooms.sql.ts';
import { tellRead } from './tell-read.ts';

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
  if (updatedAt) tellRead(context, room, userId, updatedAt);
  return { ok: true, unreadCount: 0 };
}
