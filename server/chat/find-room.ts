import { appError } from '#contract/errors.ts';
import { globalRoom } from '#contract/limits.ts';
import { createRecentReads } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { readCategories } from '#server/pools/categories.ts';
import { isUuid } from '#server/pools/pool-path.ts';
import { findMessagePlace } from './messages.sql.ts';
import { assertMayRead, type ChatViewer } from './policy.ts';
import { isConversation, type RoomRow } from './room.ts';
import { findRoomRow, type RoomKey } from './rooms.sql.ts';

const rooms = createRecentReads<RoomRow | undefined>(5000);

/** A room as clients name it on sockets: as a room (a category's, everyone's, a pool's) or as a conversation (a pool's, a direct one). */
export interface RoomRef {
  roomId: string;
  as: 'room' | 'conversation';
}

/** Throws not_found also where it does not go by that name, and otherwise as `findRoom` does. */
export async function findRoomByRef(context: Platform, viewer: ChatViewer, { roomId, as }: RoomRef): Promise<RoomRow> {
  const room = await findRoom(context, viewer, roomId);
  if (as === 'room' ? room.kind === 'direct' : !isConversation(room)) throw appError('not_found');
  return room;
}

/** The room by the name it goes by on sockets. Throws not_found, not_in_conversation, age_gate, as `assertMayRead` does. */
export async function findRoom(context: Platform, viewer: ChatViewer, roomId: string): Promise<RoomRow> {
  const key = await keyOf(context, roomId);
  return findRoomBy(context, viewer, key);
}

/** The room by the same name, for what takes no right to read it. */
export async function lookUpRoom(context: Platform, roomId: string): Promise<RoomRow | undefined> {
  const key = await keyOf(context, roomId);
  return key && readRoom(context, key);
}

/** The room by another key. Who may read it is decided by what was true within the last five seconds. */
export async function findRoomBy(context: Platform, viewer: ChatViewer, key: RoomKey | undefined): Promise<RoomRow> {
  const room = key && (await readRoom(context, key));
  if (!room) throw appError('not_found');
  assertMayRead(context, viewer, room);
  return room;
}

/** The room of a message that is there. Throws not_found, and as `findRoom` does. */
export async function findRoomOfMessage(context: Platform, viewer: ChatViewer, messageId: string): Promise<RoomRow> {
  const place = await findMessagePlace(context.db.sql, messageId);
  return findRoomBy(context, viewer, place && { by: 'id', id: place.roomId });
}

async function keyOf(context: Platform, roomId: string): Promise<RoomKey | undefined> {
  if (isUuid(roomId)) return { by: 'id', id: roomId.toLowerCase() };
  return categoryKeyOf(context, roomId);
}

/** A category by its id or name, or "global". */
export async function categoryKeyOf(context: Platform, text: string): Promise<RoomKey | undefined> {
  const lower = text.toLowerCase();
  if (lower === globalRoom.toLowerCase()) return { by: 'global' };
  const categories = await readCategories(context);
  const category =
    categories.byName.get(lower) ?? (/^\d{1,5}$/.test(text) ? categories.byId.get(Number(text)) : undefined);
  return category && { by: 'category', id: category.id };
}

/** Something about rooms has changed, and this process knows: they are read again. */
export function forgetRooms(db: Database): void {
  rooms.forget(db);
}

function readRoom({ db }: Platform, key: RoomKey): Promise<RoomRow | undefined> {
  return rooms.read(db, JSON.stringify(key), () => findRoomRow(db.sql, key));
}
