import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { JoinedRoom } from '#contract/socket-events.ts';
import type { SocketHandle } from '#server/platform/live/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomByRef, type RoomRef } from './find-room.ts';
import { assertMayRead } from './policy.ts';
import { conversationIdOf, isJoined, type RoomRow, roomIdOf, socketRoom } from './room.ts';
import { type RoomState, readRoomState } from './rooms.sql.ts';

/** A socket hears a room from now on, and is told how things stand there. Throws too_many_rooms, and as reading it does. */
export async function joinRoom(context: ChatContext, socket: SocketHandle, ref: RoomRef): Promise<JoinedRoom> {
  const room = await findRoomByRef(context, socket, ref);
  const name = socketRoom[ref.as](room.id);
  const joined = [...socket.rooms].filter(isJoined);
  if (!joined.includes(name) && joined.length >= limits.chat.joinedMax) throw appError('too_many_rooms');
  await socket.join(name);
  const state = await readState(context, socket, room).catch((error: unknown) => {
    socket.leave(name);
    throw error;
  });
  context.live.hears({ room: room.id, seq: state.lastSeq });
  const isAdmin = socket.actor.role === 'admin';
  const muted = state.muted && !isAdmin ? { until: state.mutedUntil?.toISOString() ?? null } : null;
  return {
    ok: true,
    roomId: roomIdOf(room),
    conversationId: conversationIdOf(room),
    lastSeq: state.lastSeq,
    slowModeSeconds: isAdmin ? 0 : state.slowSeconds,
    muted,
    canSend: muted === null && !state.apart,
  };
}

/** After entering: whatever comes after the number that is read is heard. */
async function readState(context: ChatContext, socket: SocketHandle, room: RoomRow): Promise<RoomState> {
  const state = await readRoomState(context.db.sql, room.id, socket.actor.userId);
  if (!state) throw appError('not_found');
  // Who may read it was decided by what this node knew; a pool that was removed meanwhile has sent everybody away already.
  assertMayRead(context, socket, { ...room, status: state.status });
  return state;
}
