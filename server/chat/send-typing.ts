import { personRoom } from '#server/platform/live/packets.ts';
import type { SocketHandle } from '#server/platform/live/socket-module.ts';
import { broadcastTyping } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomByRef, type RoomRef } from './find-room.ts';
import { summaryOf } from './message.ts';
import { isMuted } from './moderation/muted-people.ts';

/** Broadcasts that a person starts or stops typing. Nothing is stored. Muted people do not appear as typing. */
export async function sendTyping(
  context: ChatContext,
  socket: SocketHandle,
  { isTyping, ...ref }: RoomRef & { isTyping: boolean },
): Promise<{ ok: true }> {
  const room = await findRoomByRef(context, socket, ref);
  const { userId, role } = socket.actor;
  // Mutes do not apply to admins.
  if (isTyping && role !== 'admin' && (await isMuted(context, room.id, userId))) return { ok: true };
  const { username, displayName } = summaryOf(await context.readPerson(userId, room.poolId), room.adult);
  broadcastTyping(context, room, { userId, username, displayName, isTyping, ownRoom: personRoom(userId) });
  return { ok: true };
}
