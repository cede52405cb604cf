import { appError } from '#contract/errors.ts';
import { globalRoom } from '#contract/limits.ts';
import { isUuid } from '#contract/values/ids.ts';
import { readCategories } from '#server/creators/categories.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findMessagePlace } from './messages.sql.ts';
import { assertMayRead, type ChatViewer } from './policy.ts';
import { isConversation, type RoomRow } from './room.ts';
import { findRoomRow, type RoomKey } from './rooms.sql.ts';

const roomsOf = contextState(() => createTtlCache<RoomRow | undefined>(5000));

/** How a client names a room on sockets: as a room (Global, category, pool) or as a conversation (pool, direct). */
export interface RoomRef {
  roomId: string;
  as: 'room' | 'conversation';
}

/** Finds a room by its socket reference. Throws as `findRoom`, and not_found if the kind of room does not fit the reference. */
export async function findRoomByRef(context: Platform, viewer: ChatViewer, { roomId, as }: RoomRef): Promise<RoomRow> {
  const room = await findRoom(context, viewer, roomId);
  if (as === 'room' ? room.kind === 'direct' : !isConversation(room)) throw appError('not_found');
  return room;
}

/** Finds a room by id, category or "Global" and checks that the viewer may read it. Throws as `assertMayRead`. */
export async function findRoom(context: Platform, viewer: ChatViewer, roomId: string): Promise<RoomRow> {
  const key = await keyOf(context, roomId);
  return findRoomBy(context, viewer, key);
}

/** Finds a room by the same names, without checking that the viewer may read it. */
export async function lookUpRoom(context: Platform, roomId: string): Promise<RoomRow | undefined> {
  const key = await keyOf(context, roomId);
  return key && readRoom(context, key);
}

/** Finds a room by another key. The check that the viewer may read it uses a room cached for up to five seconds. */
export async function findRoomBy(context: Platform, viewer: ChatViewer, key: RoomKey | undefined): Promise<RoomRow> {
  const room = key && (await readRoom(context, key));
  if (!room) throw appError('not_found');
  assertMayRead(context, viewer, room);
  return room;
}

/** Finds the room of a message. Throws not_found if the message is deleted or a block hides it, and otherwise as `findRoom`. */
export async function findRoomOfMessage(context: Platform, viewer: ChatViewer, messageId: string): Promise<RoomRow> {
  const place = await findMessagePlace(context.db.sql, messageId, viewer.actor?.userId ?? null);
  return findRoomBy(context, viewer, place && { by: 'id', id: place.roomId });
}

async function keyOf(context: Platform, roomId: string): Promise<RoomKey | undefined> {
  if (isUuid(roomId)) return { by: 'id', id: roomId.toLowerCase() };
  return categoryKeyOf(context, roomId);
}

/** Parses a category's id or name, or "global". */
export async function categoryKeyOf(context: Platform, text: string): Promise<RoomKey | undefined> {
  const lower = text.toLowerCase();
  if (lower === globalRoom.toLowerCase()) return { by: 'global' };
  const categories = await readCategories(context);
  const category =
    categories.byName.get(lower) ?? (/^\d{1,5}$/.test(text) ? categories.byId.get(Number(text)) : undefined);
  return category && { by: 'category', id: category.id };
}

/** Empties this node's cache of rooms, after a change that decides who may read them. */
export function forgetRooms(context: Pick<Platform, 'state'>): void {
  roomsOf(context).clear();
}

function readRoom(context: Platform, key: RoomKey): Promise<RoomRow | undefined> {
  return roomsOf(context).read(JSON.stringify(key), () => findRoomRow(context.db.sql, key));
}
