import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoom } from './find-room.ts';
import type { ChatMember } from './policy.ts';
import { markRead } from './rooms.sql.ts';
import { tellRead } from './tell-read.ts';

/**
 * Somebody has seen what stands in a room by now; their other windows hear so where they have it in their list. Past the age gate or
 * not: who has a pool's chat in their list can clear it. Throws not_found, not_in_conversation.
 */
export async function readRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<{ ok: true }> {
  const room = await findRoom(context, { ...member, ageVerified: true }, roomId);
  const { userId } = member.actor;
  const seen = await context.db.tx(async (tx) => {
    await context.facts.tell(tx, 'room.read', { roomId: room.id, userId });
    return markRead(tx, room.id, userId);
  });
  if (seen?.listed) tellRead(context, room, userId, seen.updatedAt);
  return { ok: true };
}
