import type { ChatContext } from './chat-context.ts';
import { type ChatMember, mayRead } from './policy.ts';
import { socketRoom } from './room.ts';
import { findRoomRow } from './rooms.sql.ts';

/**
 * Subscribes all of a person's sockets to updates of a conversation in their list. Returns false if the person may no longer read it.
 * The caller's check may use a room that was cached for some seconds. If the pool was removed since then, all sockets have already
 * left its rooms. So this reads the room again after joining: a removal that commits after that read finds the sockets in the room.
 */
export async function subscribeToListUpdates(
  context: ChatContext,
  member: ChatMember,
  roomId: string,
): Promise<boolean> {
  const { db, live } = context;
  const { userId } = member.actor;
  const listRooms = [socketRoom.listed(roomId)];
  live.move({ userId, enter: listRooms });
  let canRead = false;
  try {
    const room = await findRoomRow(db.sql, { by: 'id', id: roomId });
    canRead = room !== undefined && mayRead(context, member, room);
  } finally {
    if (!canRead) live.move({ userId, leave: listRooms });
  }
  return canRead;
}
