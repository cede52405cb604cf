import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { SocketHandle, SocketPerson } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoom, lookUpRoom } from './find-room.ts';
import { isConversation, isJoined, type RoomRow, socketRoom } from './room.ts';

/** As a room (a category's, everyone's, a pool's), or as a conversation (a pool's, a direct one). */
export type JoinAs = 'room' | 'conversation';

export interface Place {
  roomId: string;
  as: JoinAs;
}

/** A room and what sockets in it are in. Throws not_found where it cannot be joined as that, and as reading it does. */
export async function findPlace(
  context: ChatContext,
  viewer: SocketPerson,
  { roomId, as }: Place,
): Promise<{ room: RoomRow; name: string }> {
  const room = await findRoom(context, viewer, roomId);
  if (as === 'room' ? room.kind === 'direct' : !isConversation(room)) throw appError('not_found');
  return { room, name: socketRoom[as](room.id) };
}

/** Throws too_many_rooms. */
export async function enter(socket: SocketHandle, name: string): Promise<void> {
  const joined = [...socket.rooms].filter(isJoined);
  if (!joined.includes(name) && joined.length >= limits.chat.joinedMax) throw appError('too_many_rooms');
  await socket.join(name);
}

/** Whether they may still read there or not. */
export async function leave(context: ChatContext, socket: SocketHandle, { roomId, as }: Place): Promise<void> {
  // As long a way as joining takes, and a step more: who joins and leaves at once has left.
  await findPlace(context, socket, { roomId, as }).catch(() => undefined);
  const room = await lookUpRoom(context, roomId);
  if (room) socket.leave(socketRoom[as](room.id));
}
