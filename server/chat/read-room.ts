import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoom } from './find-room.ts';
import type { ChatMember } from './list-conversations.ts';
import { markSeen } from './rooms.sql.ts';

/** Somebody looks at a room. Throws not_found, not_in_conversation. */
export async function readRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<{ ok: true }> {
  const room = await findRoom(context, { ...member, ageVerified: true }, roomId);
  const { userId } = member.actor;
  await context.db.tx(async (tx) => {
    await markSeen(tx, room.id, userId);
    await context.facts.tell(tx, 'room.read', { roomId: room.id, userId });
  });
  return { ok: true };
}
