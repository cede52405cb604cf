import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { isShownTo } from './messages.sql.ts';
import type { RoomRow } from './room.ts';

/** A key by which a room can be found. */
export type RoomKey =
  | { by: 'global' }
  | { by: 'id'; id: string }
  | { by: 'category'; id: number }
  | { by: 'pool'; poolId: string };

function where(sql: Connection, key: RoomKey) {
  switch (key.by) {
    case 'global':
      return sql`r.kind = 'global'`;
    case 'id':
      return sql`r.id = ${key.id}`;
    case 'category':
      return sql`r.category_id = ${key.id}`;
    case 'pool':
      return sql`r.pool_id = ${key.poolId}`;
  }
}

const roomColumns = (sql: Connection) => sql`
  r.id, r.kind, k.name as category_name, coalesce(k.adult, p.adult, false) as adult, r.pool_id, p.owner_id,
  p.assigned_creator_id, p.status, r.first_id, r.second_id, r.slow_seconds, r.last_seq`;

const roomJoins = (sql: Connection) => sql`
  left join categories k on k.id = r.category_id left join pools p on p.id = r.pool_id`;

export async function findRoomRow(sql: Connection, key: RoomKey): Promise<RoomRow | undefined> {
  const [row] = await sql<RoomRow[]>`
    select ${roomColumns(sql)} from chat_rooms r ${roomJoins(sql)} where ${where(sql, key)}`;
  return row;
}

/** Lists the rooms of these messages, leaving out deleted messages and those that a block hides from the viewer. */
export async function listRoomsOfMessages(
  sql: Connection,
  ids: string[],
  viewerId: string | null,
): Promise<(RoomRow & { messageId: string })[]> {
  return sql<(RoomRow & { messageId: string })[]>`
    select m.id as message_id, ${roomColumns(sql)} from messages m join chat_rooms r on r.id = m.room_id ${roomJoins(sql)}
    where m.id = any(${ids}::uuid[]) and m.deleted_at is null and ${isShownTo(sql, viewerId)}`;
}

/** The state of a room for a person who joins. */
export interface RoomState {
  /** Null unless it is a pool's room. */
  status: RoomRow['status'];
  lastSeq: number;
  slowSeconds: number;
  muted: boolean;
  mutedUntil: Date | null;
  /** True if a direct conversation is closed for new messages: one person has blocked the other or deleted their account. */
  isClosed: boolean;
  /** Null unless it is an open direct conversation. */
  otherReadSeq: number | null;
  /** True if the room is in the person's list of conversations. */
  listed: boolean;
}

/** SQL: what the other person of the direct conversation `r` has read. Null elsewhere, and in a closed one. */
export const otherReadSeq = (sql: Connection, userId: string) => sql`
  case when r.kind = 'direct' and not ${isClosed(sql)} then coalesce((
    select o.read_seq from chat_members o where o.room_id = r.id and o.user_id <> ${userId} limit 1), 0) end`;

export async function readRoomState(sql: Connection, roomId: string, userId: string): Promise<RoomState | undefined> {
  const [row] = await sql<RoomState[]>`
    select p.status, r.last_seq, r.slow_seconds, m.user_id is not null as muted, m.until as muted_until, ${isClosed(sql)} as is_closed,
      ${otherReadSeq(sql, userId)} as other_read_seq, coalesce(c.listed, false) as listed
    from chat_rooms r left join pools p on p.id = r.pool_id
    left join chat_members c on c.room_id = r.id and c.user_id = ${userId}
    left join chat_mutes m on m.room_id = r.id and m.user_id = ${userId}
      and (m.until is null or m.until > clock_timestamp())
    where r.id = ${roomId}`;
  return row;
}

/** SQL condition: room `r` is a direct conversation whose people cannot message each other. */
export const isClosed = (sql: Connection) => sql`
  (r.kind = 'direct' and (
    people_apart(r.first_id, r.second_id)
    or exists (select from users d where d.id in (r.first_id, r.second_id) and d.deleted_at is not null)))`;

/**
 * Finds or creates the conversation of two people and adds it to the list of `userId`. Returns undefined if one of the accounts was
 * just deleted.
 */
export async function openDirectRoom(tx: Tx, userId: string, otherId: string): Promise<string | undefined> {
  const [firstId, secondId] = [userId, otherId].sort();
  const here = await tx`
    select from users where id in (${userId}, ${otherId}) and deleted_at is null order by id for key share`;
  if (here.length < 2) return undefined;
  await tx`
    insert into chat_rooms (kind, first_id, second_id) values ('direct', ${firstId ?? ''}, ${secondId ?? ''})
    on conflict (first_id, second_id) do nothing`;
  const [room] = await tx<{ id: string }[]>`
    select id from chat_rooms where first_id = ${firstId ?? ''} and second_id = ${secondId ?? ''}`;
  if (!room) throw new Error('the conversation is gone');
  await tx`
    insert into chat_members as c (room_id, user_id, listed)
    values (${room.id}, ${userId}, true), (${room.id}, ${otherId}, false)
    on conflict (room_id, user_id) do update set listed = c.listed or excluded.listed`;
  return room.id;
}

/** Adds a pool's chat to a person's list. Messages from before count as read, even if the person has been in the room without following it. */
export async function followRoom(tx: Connection, roomId: string, userId: string): Promise<void> {
  await tx`
    insert into chat_members as c (room_id, user_id, listed, read_seq)
    select r.id, u.id, true, r.last_seq from chat_rooms r, users u
    where r.id = ${roomId} and u.id = ${userId} and u.deleted_at is null
    for key share of u
    on conflict (room_id, user_id) do update
      set listed = true, read_seq = case when c.listed then c.read_seq else greatest(c.read_seq, excluded.read_seq) end`;
}

interface ReadRow {
  listed: boolean;
  readSeq: number;
  updatedAt: Date;
  /** True for a direct conversation in which the two can write to each other. */
  isOpenDirect: boolean;
}

/** Marks everything in a room as read, even if the person never wrote there. The read position only moves forward. */
export async function markRead(tx: Tx, roomId: string, userId: string): Promise<ReadRow | undefined> {
  const [row] = await tx<ReadRow[]>`
    insert into chat_members as c (room_id, user_id, read_seq)
    select r.id, u.id, r.last_seq from chat_rooms r, users u
    where r.id = ${roomId} and u.id = ${userId} and u.deleted_at is null
    for key share of u
    on conflict (room_id, user_id) do update set read_seq = greatest(c.read_seq, excluded.read_seq)
    returning c.listed, c.read_seq, (select updated_at from chat_rooms where id = c.room_id),
      (select r.kind = 'direct' and not ${isClosed(tx)} from chat_rooms r where r.id = c.room_id) as is_open_direct`;
  return row;
}

/** Reads whether a block exists between two people. Returns undefined if the other person does not exist. */
export async function findOther(
  sql: Connection,
  userId: string,
  otherId: string,
): Promise<{ isBlocked: boolean } | undefined> {
  const [row] = await sql<{ isBlocked: boolean }[]>`
    select people_apart(${userId}::uuid, u.id) as is_blocked from users u where u.id = ${otherId} and u.deleted_at is null`;
  return row;
}

/** The data for the socket.io rooms that a person's new socket joins. */
export interface SocketRoomsRow {
  userId: string;
  /** Conversations in the person's list that they may read. */
  roomIds: string[];
  /** The people whose packets they must not get, because they blocked them or were blocked by them. */
  blockedIds: string[];
  blockerIds: string[];
}

const maxListed = 500;

/** Returns one row per person, in the given order. */
export async function readSocketRooms(sql: Connection, userIds: string[]): Promise<SocketRoomsRow[]> {
  return sql<SocketRoomsRow[]>`
    select i.id as user_id,
      array(
        select r.id from chat_members c join chat_rooms r on r.id = c.room_id left join pools p on p.id = r.pool_id
        where c.user_id = i.id and (r.kind = 'direct' or (r.kind = 'pool' and c.listed
          and (p.status not in ('in_review', 'removed') or u.role = 'admin' or i.id in (p.owner_id, p.assigned_creator_id))))
        order by r.updated_at desc limit ${maxListed}) as room_ids,
      array(select a from writers_hidden_from(i.id) a where has_blocked(i.id, a)) as blocked_ids,
      array(select a from writers_hidden_from(i.id) a where has_blocked(a, i.id)) as blocker_ids
    from unnest(${userIds}::uuid[]) with ordinality as i (id, n) left join users u on u.id = i.id
    order by i.n`;
}

/** Those of these people who must not read what others write, because of a block. Admins read everything. */
export async function readHidingReaders(sql: Connection, userIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select u.id from users u
    where u.id = any(${[...userIds]}::uuid[]) and exists (select from writers_hidden_from(u.id))`;
  return rows.map(({ id }) => id);
}
