import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoom } from './find-room.ts';
import type { ChatMember } from './list-conversations.ts';
import { markSeen } from './rooms.sql.ts';
import { tellRead } from './tell-read.ts';

/** Somebody looks at a room. Throws not_found, not_in_conversation. */
export async function readRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<{ ok: true }> {
  const room = await findRoom(context, { ...member, ageVerified: true }, roomId);
  const { userId } = member.actor;
  const seen = await context.db.tx(async (tx) => {
    await context.facts.tell(tx, 'room.read', { roomId: room.id, userId });
    return markSeen(tx, room.id, userId);
  });
  if (seen?.listed) tellRead(context, room, userId, seen.updatedAt);
  return { ok: true };
}
