import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { SocketHandle, SocketPerson } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoom } from './find-room.ts';
import { isConversation, type RoomRow, socketRoom } from './room.ts';

/** As a room (a category's, everyone's, a pool's), or as a conversation (a pool's, a direct one). */
export type JoinAs = 'room' | 'conversation';

export interface Place {
  roomId: string;
  as: JoinAs;
}

/** What each socket has joined, by the server's names. */
const joined = new WeakMap<SocketHandle, Set<string>>();

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
  const rooms = joined.get(socket) ?? new Set<string>();
  joined.set(socket, rooms);
  if (!rooms.has(name) && rooms.size >= limits.chat.joinedMax) throw appError('too_many_rooms');
  rooms.add(name);
  await socket.join(name);
}

export function leave(socket: SocketHandle, name: string): void {
  joined.get(socket)?.delete(name);
  socket.leave(name);
}
