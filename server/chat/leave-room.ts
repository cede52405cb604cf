import type { SocketHandle } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { lookUpRoom, type RoomRef } from './find-room.ts';
import { socketRoom } from './room.ts';

/** A socket hears a room no longer; also where it may not read there any more, and where there is no such room. */
export async function leaveRoom(context: ChatContext, socket: SocketHandle, { roomId, as }: RoomRef): Promise<void> {
  const room = await lookUpRoom(context, roomId);
  if (room) socket.leave(socketRoom[as](room.id));
}
