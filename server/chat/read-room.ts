import { broadcastRead, broadcastReadMark } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import type {} from './facts.ts';
import { findRoom } from './find-room.ts';
import type { ChatMember } from './policy.ts';
import { markRead } from './rooms.sql.ts';

/**
 * Marks a room as read and updates the person's other windows if it is in their list. Does not require the age gate, so that the
 * badge of an adult pool's chat can be cleared. Throws not_found, not_in_conversation.
 */
export async function readRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<{ ok: true }> {
  const room = await findRoom(context, { ...member, seesAdult: true }, roomId);
  const { userId } = member.actor;
  const read = await context.db.tx(async (tx) => {
    await context.facts.publish(tx, 'room.read', { roomId: room.id, userId });
    return markRead(tx, room.id, userId);
  });
  if (read?.isOpenDirect) broadcastReadMark(context, room, { userId, seq: read.readSeq });
  if (read?.listed) broadcastRead(context, room, userId, read.updatedAt);
  return { ok: true };
}
