import { broadcastRead } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoom } from './find-room.ts';
import type { ChatMember } from './policy.ts';
import { markRead } from './rooms.sql.ts';

/**
 * Somebody has seen what stands in a room by now; where it is in their list, their other windows are told. The age gate does not matter:
 * whoever has a pool's chat in their list can clear its badge. Throws not_found, not_in_conversation.
 */
export async function readRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<{ ok: true }> {
  const room = await findRoom(context, { ...member, ageVerified: true }, roomId);
  const { userId } = member.actor;
  const seen = await context.db.tx(async (tx) => {
    await context.facts.tell(tx, 'room.read', { roomId: room.id, userId });
    return markRead(tx, room.id, userId);
  });
  if (seen?.listed) broadcastRead(context, room, userId, seen.updatedAt);
  return { ok: true };
}
