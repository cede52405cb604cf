import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { MessageRow } from './message.ts';
import { imagesOfMessage } from './pictures/message-images.sql.ts';

/** SQL for a person (or null) as JSON with camelCase keys, because the driver does not nest joined rows. */
export const personJson = (sql: Connection, alias: string) => {
  const u = sql(alias);
  return sql`
    case when ${u}.id is not null then jsonb_build_object('id', ${u}.id, 'username', ${u}.username,
      'displayName', ${u}.display_name, 'avatarUrl', ${u}.avatar_url, 'adult', ${u}.adult) end`;
};

export const messageColumns = (sql: Connection) => sql`
  m.id, m.room_id, m.seq, m.event, m.content, m.created_at, m.edited_at, m.parent_id, m.depth, m.reply_count, m.mentions,
  ${imagesOfMessage(sql, sql`m.id`)} as images,
  ${personJson(sql, 'u')} as sender, ${personJson(sql, 'w')} as parent_sender`;

/** The pool of message `m`; null outside of pool rooms. */
const poolOfMessage = (sql: Connection) => sql`(select cr.pool_id from chat_rooms cr where cr.id = m.room_id)`;

export const messageJoins = (sql: Connection) => sql`
  left join lateral ${personInPool(sql, { userId: sql`m.sender_id`, poolId: poolOfMessage(sql) })} u on true
  left join messages a on a.id = m.parent_id
  left join lateral ${personInPool(sql, { userId: sql`a.sender_id`, poolId: poolOfMessage(sql) })} w on true`;

/** SQL condition: no block hides message `m` from the viewer. A system message has no sender. */
export const isShownTo = (sql: Connection, viewerId: string | null): Fragment =>
  viewerId === null
    ? sql`true`
    : sql`(m.sender_id = any(array(select a from writers_hidden_from(${viewerId}::uuid) a))) is not true`;

export interface MessageWindow {
  roomId: string;
  viewerId: string | null;
  /** One more than the page shows, to see whether there are more. */
  limit: number;
  offset: number;
  before?: number | undefined;
  /** True to leave out replies. */
  threads: boolean;
}

export type PageRow = MessageRow & { lastSeq: number };
type MaybeRow = { lastSeq: number; id: string | null };

/**
 * Lists messages, newest first, with the room's last sequence number from the same snapshot. Applies the offset before the joins, because
 * it can skip a whole room. A room has at most as many messages as numbers, so an offset beyond them reads nothing.
 */
export async function listNewest(
  sql: Connection,
  { roomId, viewerId, limit, offset, before, threads }: MessageWindow,
): Promise<{ lastSeq: number; rows: MessageRow[] }> {
  return split(
    await sql<MaybeRow[]>`
    select r.last_seq, l.* from chat_rooms r left join lateral (
      select ${messageColumns(sql)} from (
        select * from messages m
        where r.last_seq > ${offset} and m.room_id = r.id and m.deleted_at is null
          ${before === undefined ? sql`` : sql`and m.seq < ${before}`}
          ${threads ? sql`and m.parent_id is null` : sql``} and ${isShownTo(sql, viewerId)}
        order by m.seq desc limit ${limit} offset ${offset}) m ${messageJoins(sql)}) l on true
    where r.id = ${roomId} order by l.seq desc`,
  );
}

/** Lists messages after a sequence number, oldest first, with the room's last sequence number from the same snapshot. */
export async function listAfter(
  sql: Connection,
  { roomId, viewerId, limit, threads, after }: Omit<MessageWindow, 'offset' | 'before'> & { after: number },
): Promise<{ lastSeq: number; rows: MessageRow[] }> {
  // Applies the limit before the joins, because any number of messages may follow a sequence number.
  return split(
    await sql<MaybeRow[]>`
    select r.last_seq, l.* from chat_rooms r left join lateral (
      select ${messageColumns(sql)} from (
        select * from messages m
        where m.room_id = r.id and m.deleted_at is null and m.seq > ${after}
          ${threads ? sql`and m.parent_id is null` : sql``} and ${isShownTo(sql, viewerId)}
        order by m.seq limit ${limit}) m ${messageJoins(sql)}) l on true
    where r.id = ${roomId} order by l.seq`,
  );
}

function split(maybeRows: readonly MaybeRow[]): { lastSeq: number; rows: MessageRow[] } {
  const rows = maybeRows.filter((row): row is PageRow => row.id !== null);
  return { lastSeq: maybeRows[0]?.lastSeq ?? 0, rows };
}

/** The numbers in (after, upTo] of a room. */
interface Span {
  roomId: string;
  after: number;
  upTo: number;
  limit: number;
}

/**
 * Lists messages whose deletion has a number in the span. Includes messages written after `after`, because the client may have
 * received them by broadcast.
 */
export async function listDeletions(sql: Connection, { roomId, after, upTo, limit }: Span): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from messages
    where room_id = ${roomId} and deleted_seq > ${after} and deleted_seq <= ${upTo} order by deleted_seq, seq limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Lists the reply counts of the messages that these messages answer, without deleted ones. */
export async function listReplyCountsOfParents(
  sql: Connection,
  ids: readonly string[],
): Promise<{ id: string; replyCount: number }[]> {
  return sql<{ id: string; replyCount: number }[]>`
    select id, reply_count from messages
    where deleted_at is null and id in (select parent_id from messages where id = any(${ids}::uuid[]))`;
}

/** Lists messages that were edited or lost their text under a number in the span, whenever they were written. */
export async function listChanges(
  sql: Connection,
  { roomId, after, upTo, limit, viewerId }: Span & { viewerId: string | null },
): Promise<(MessageRow & { changedSeq: number })[]> {
  return sql<(MessageRow & { changedSeq: number })[]>`
    select ${messageColumns(sql)}, m.changed_seq from messages m ${messageJoins(sql)}
    where m.room_id = ${roomId} and m.deleted_at is null and m.changed_seq > ${after} and m.changed_seq <= ${upTo}
      and ${isShownTo(sql, viewerId)}
    order by m.changed_seq, m.seq limit ${limit}`;
}

/** Lists messages with a number between these two that are not deleted. */
export async function listBetween(
  sql: Connection,
  { roomId, after, before, limit }: { roomId: string; after: number; before: number; limit: number },
): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)}
    where m.room_id = ${roomId} and m.deleted_at is null and m.seq > ${after} and m.seq < ${before} order by m.seq limit ${limit}`;
}

/** Lists deleted messages whose deletion has a number between these two. */
export async function listDeletedBetween(
  sql: Connection,
  { roomId, after, before, limit }: { roomId: string; after: number; before: number; limit: number },
): Promise<{ id: string; parentId: string | null; deletedSeq: number }[]> {
  return sql<{ id: string; parentId: string | null; deletedSeq: number }[]>`
    select id, parent_id, deleted_seq from messages
    where room_id = ${roomId} and deleted_seq > ${after} and deleted_seq < ${before} order by deleted_seq, depth limit ${limit}`;
}

/** Lists the direct replies to a message, oldest first. */
export async function listBelow(
  sql: Connection,
  { parentId, viewerId, limit, offset }: { parentId: string; viewerId: string | null; limit: number; offset: number },
): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${messageColumns(sql)} from (
      select * from messages m
      where m.parent_id = ${parentId} and m.deleted_at is null and ${isShownTo(sql, viewerId)}
      order by m.seq limit ${limit} offset ${offset}) m ${messageJoins(sql)}
    order by m.seq`;
}

export async function findMessage(sql: Connection, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)} where m.id = ${id} and m.deleted_at is null`;
  return row;
}

/** Lists those of the messages that are not deleted. */
export async function listMessagesById(sql: Connection, ids: string[]): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    select ${messageColumns(sql)} from messages m ${messageJoins(sql)} where m.id = any(${ids}::uuid[]) and m.deleted_at is null`;
}

/** The room, sender and parent of a message that is not deleted. */
export interface MessagePlace {
  id: string;
  roomId: string;
  senderId: string | null;
  parentId: string | null;
}

/** Finds no message that a block hides from the viewer. */
export async function findMessagePlace(
  sql: Connection,
  id: string,
  viewerId: string | null,
): Promise<MessagePlace | undefined> {
  const [row] = await sql<MessagePlace[]>`
    select id, room_id, sender_id, parent_id from messages m
    where id = ${id} and deleted_at is null and ${isShownTo(sql, viewerId)}`;
  return row;
}
