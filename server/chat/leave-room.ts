import type { SocketHandle } from '#server/platform/live/socket-module.ts';
import type { ChatContext } from './chat-context.ts';
import { lookUpRoom, type RoomRef } from './find-room.ts';
import { socketRoom } from './room.ts';

type Left = Pick<RoomRef, 'as'> & { roomId: string | undefined };

/** Removes a socket from a room, even if its person may no longer read it. Without a room id, removes it from all rooms. */
export async function leaveRoom(context: ChatContext, socket: SocketHandle, { roomId, as }: Left): Promise<void> {
  if (roomId === undefined) {
    const joined = [...socket.rooms].filter((name) => name.startsWith(socketRoom[as]('')));
    for (const name of joined) socket.leave(name);
    return;
  }
  const room = await lookUpRoom(context, roomId);
  if (room) socket.leave(socketRoom[as](room.id));
}
