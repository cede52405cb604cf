import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { appError } from '#contract/errors.ts';
import { readVersions } from '#server/audit/admin-conflict.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import { findRoom } from '#server/chat/find-room.ts';
import { summaryOf } from '#server/chat/message.ts';
import type { ChatMember } from '#server/chat/policy.ts';
import { type RoomRow, roomIdOf } from '#server/chat/room.ts';
import { findRoomRow } from '#server/chat/rooms.sql.ts';
import { listMutes } from './settings.sql.ts';

/** Finds a room whose rules an admin can set. Throws not_found, also for direct conversations. */
export async function findOpenRoom(context: ChatContext, member: ChatMember, roomId: string): Promise<RoomRow> {
  const room = await findRoom(context, { ...member, seesAdult: true }, roomId);
  if (room.kind === 'direct') throw appError('not_found');
  return room;
}

/** Reads the slow mode and the mutes of a room. Throws not_found. */
export async function readRoomSettings(
  context: ChatContext,
  member: ChatMember,
  roomId: string,
): Promise<RoomSettings> {
  const { id, kind } = await findOpenRoom(context, member, roomId);
  const { sql } = context.db;
  // The version first: a change in between makes it too old, so that a save is refused instead of overwriting the change.
  const versions = await readVersions(sql, 'room', [id]);
  const [room, mutes] = await Promise.all([findRoomRow(sql, { by: 'id', id }), listMutes(sql, id)]);
  if (!room || kind === 'direct') throw appError('not_found');
  const { seesAdult } = member;
  return {
    roomId: roomIdOf(room),
    kind,
    slowModeSeconds: room.slowSeconds,
    mutes: mutes.map(({ reason, createdAt, until, ...user }) => ({
      user: summaryOf(user, seesAdult),
      reason,
      createdAt: createdAt.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    version: versions.get(id) ?? 0,
  };
}
