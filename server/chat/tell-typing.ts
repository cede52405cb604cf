import type { SocketHandle } from '#server/platform/sockets.ts';
import { personRoom } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { findPlace, type Place } from './joined-rooms.ts';
import { summaryOf } from './message.ts';
import { tellOfTyping } from './tell-room.ts';

/** Somebody begins to type in a room, or stops. Nothing of it is kept. */
export async function tellTyping(
  context: ChatContext,
  socket: SocketHandle,
  { isTyping, ...place }: Place & { isTyping: boolean },
): Promise<{ ok: true }> {
  const { room } = await findPlace(context, socket, place);
  const { userId } = socket.actor;
  const { username, displayName } = summaryOf(await context.readPerson(userId), room.adult);
  tellOfTyping(context, room, { userId, username, displayName, isTyping, ownRoom: personRoom(userId) });
  return { ok: true };
}
