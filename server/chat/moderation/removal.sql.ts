import type { NamedRow } from '#server/chat/message.ts';
import { personJson } from '#server/chat/messages.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';

/** Locks the message's room, as every change in a room does. Returns undefined if the message is deleted. */
export async function lockMessage(
  tx: Tx,
  id: string,
): Promise<{ roomId: string; senderId: string | null; parentId: string | null } | undefined> {
  await tx`select from chat_rooms r where r.id = (select room_id from messages where id = ${id}) for no key update`;
  const [row] = await tx<{ roomId: string; senderId: string | null; parentId: string | null }[]>`
    select room_id, sender_id, parent_id from messages where id = ${id} and deleted_at is null`;
  return row;
}

/** Takes the room's next sequence number. */
export async function takeSequenceNumber(tx: Tx, roomId: string): Promise<number> {
  const [row] = await tx<{ seq: number }[]>`
    update chat_rooms set last_seq = last_seq + 1 where id = ${roomId} returning last_seq as seq`;
  if (!row) throw new Error(`the room ${roomId} is gone`);
  return row.seq;
}

/** Sets the room's time to its last remaining message, because conversation lists are ordered by the last message. */
export async function resetUpdatedAt(tx: Tx, roomId: string): Promise<Date> {
  const [row] = await tx<{ updatedAt: Date }[]>`
    update chat_rooms r set updated_at = coalesce(
      (select m.created_at from messages m where m.room_id = r.id and m.deleted_at is null order by m.seq desc limit 1), r.created_at)
    where r.id = ${roomId} returning r.updated_at`;
  if (!row) throw new Error(`the room ${roomId} is gone`);
  return row.updatedAt;
}

/** Deletes a message and everything below it. Returns the ids, the message's own first. */
export async function deleteThread(
  tx: Tx,
  id: string,
  { seq, byId }: { seq: number; byId: string },
): Promise<string[]> {
  const rows = await tx<{ id: string; depth: number; seq: number }[]>`
    with recursive below as (
      select id from messages where id = ${id}
      union all
      select m.id from messages m join below b on m.parent_id = b.id where m.deleted_at is null)
    update messages m set content = '', mentions = '[]', deleted_at = clock_timestamp(), deleted_by = ${byId}, deleted_seq = ${seq}
    from below b where m.id = b.id and m.deleted_at is null
    returning m.id, m.depth, m.seq`;
  const ids = rows.map((row) => row.id);
  await tx`delete from message_reactions where message_id = any(${ids}::uuid[])`;
  await tx`delete from message_versions where message_id = any(${ids}::uuid[])`;
  return rows.sort((a, b) => a.depth - b.depth || a.seq - b.seq).map((row) => row.id);
}

/** Returns the new reply count, or null if the parent is deleted. */
export async function decrementReplyCount(tx: Tx, parentId: string): Promise<number | null> {
  const [row] = await tx<{ replyCount: number }[]>`
    update messages set reply_count = reply_count - 1 where id = ${parentId} and deleted_at is null returning reply_count`;
  return row?.replyCount ?? null;
}

export interface LastMessage {
  id: string;
  content: string;
  createdAt: Date;
  /** Null for a system message. */
  sender: NamedRow | null;
}

export async function findLastMessage(tx: Tx, roomId: string): Promise<LastMessage | undefined> {
  const [row] = await tx<LastMessage[]>`
    select m.id, m.content, m.created_at, ${personJson(tx, 'u')} as sender
    from messages m join chat_rooms r on r.id = m.room_id
    left join lateral ${personInPool(tx, { userId: tx`m.sender_id`, poolId: tx`r.pool_id` })} u on true
    where m.room_id = ${roomId} and m.deleted_at is null order by m.seq desc limit 1`;
  return row;
}
