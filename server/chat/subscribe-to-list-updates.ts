import type { ChatContext } from './chat-context.ts';
import { type ChatMember, mayRead } from './policy.ts';
import { socketRoom } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';

/**
 * From now on all windows of a person hear what is new in a conversation of their list. False where they may not read it any more:
 * what let them get here may be some seconds old, and a pool that was removed since then has already sent its listeners away. So the
 * room is looked at once more after entering; a removal that commits later than that look finds them inside.
 */
export async function subscribeToListUpdates(
  context: ChatContext,
  member: ChatMember,
  roomId: string,
): Promise<boolean> {
  const { db, live } = context;
  const { userId } = member.actor;
  const listed = [socketRoom.listed(roomId)];
  live.move({ userId, enter: listed });
  let isTheirs = false;
  try {
    const room = await findRoomRow(db.sql, { by: 'id', id: roomId });
    isTheirs = room !== undefined && mayRead(context, member, room);
  } finally {
    if (!isTheirs) live.move({ userId, leave: listed });
  }
  return isTheirs;
}
