import { AppError } from '#contract/app-error.ts';
import type { JoinedRoom } from '#contract/chat/socket-events.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { SocketHandle } from '#server/platform/live/socket-module.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomByRef, type RoomRef } from './find-room.ts';
import { assertMayRead } from './policy.ts';
import { conversationIdOf, isJoined, type RoomRow, roomIdOf, socketRoom } from './room.ts';
import { type RoomState, readRoomState } from './rooms.sql.ts';

/** Joins a socket to a room and returns the room's state. Throws too_many_rooms, and as `findRoomByRef`. */
export async function joinRoom(context: ChatContext, socket: SocketHandle, ref: RoomRef): Promise<JoinedRoom> {
  const room = await findRoomByRef(context, socket, ref);
  const name = socketRoom[ref.as](room.id);
  const joined = [...socket.rooms].filter(isJoined);
  const wasJoined = joined.includes(name);
  if (!wasJoined && joined.length >= limits.chat.joinedMax) throw appError('too_many_rooms');
  await socket.join(name);
  const state = await readState(context, socket, room).catch((error: unknown) => {
    // A socket that asks again for the state stays in its room when the state cannot be read for a moment: it would miss messages unnoticed.
    const isRefused = error instanceof AppError && error.status < 500;
    if (!wasJoined || isRefused) socket.leave(name);
    throw error;
  });
  context.live.startRoom({ room: room.id, seq: state.lastSeq });
  const isAdmin = socket.actor.role === 'admin';
  const muted = state.muted && !isAdmin ? { until: state.mutedUntil?.toISOString() ?? null } : null;
  return {
    ok: true,
    roomId: roomIdOf(room),
    conversationId: conversationIdOf(room),
    lastSeq: state.lastSeq,
    slowModeSeconds: isAdmin ? 0 : state.slowSeconds,
    muted,
    canSend: muted === null && !state.isClosed,
    otherReadSeq: state.otherReadSeq,
    listed: state.listed,
  };
}

/** Reads the state after joining, so that every message after the returned sequence number is broadcast to the socket. */
async function readState(context: ChatContext, socket: SocketHandle, room: RoomRow): Promise<RoomState> {
  const state = await readRoomState(context.db.sql, room.id, socket.actor.userId);
  if (!state) throw appError('not_found');
  // The first check used a cached room. If the pool was removed since then, its sockets were closed before this one joined.
  assertMayRead(context, socket, { ...room, status: state.status });
  return state;
}
