import type { Tx } from '#server/platform/postgres/db.ts';
import type { DeletedRow } from './group-deleted-threads.ts';

/** Locks the rooms in which the person wrote, in the order of their ids to avoid deadlocks. */
export async function lockRoomsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from chat_rooms r
    where r.id in (select m.room_id from messages m where m.sender_id = ${userId} and m.deleted_at is null)
    order by r.id for no key update`;
  return rows.map(({ id }) => id);
}

/** Replaces the text of erased messages that others replied to. */
export const erasedText = 'Message deleted';

export interface Erased {
  /** Messages that others replied to: kept without their text. */
  rewritten: string[];
  /** Messages that were deleted. */
  deleted: DeletedRow[];
  /** Messages that lost replies, with their new reply counts. */
  parents: { id: string; replyCount: number }[];
}

/**
 * Erases a person's messages in a room. Messages with replies from others keep their place without their text, so that the replies
 * stay. All other messages are deleted. `seq` numbers both.
 *
 * Takes time in proportion to the number of messages, however deep they nest: climbs from the person's messages that others answered
 * directly, and visits each message once. `offset 0` makes PostgreSQL look up each parent by its id; a hash join would read the table
 * once per level.
 */
export async function eraseMessages(
  tx: Tx,
  { roomId, userId, seq }: { roomId: string; userId: string; seq: number },
): Promise<Erased> {
  const rewritten = await tx<{ id: string }[]>`
    with recursive kept as (
      select m.id, m.parent_id from messages m
      where m.room_id = ${roomId} and m.sender_id = ${userId} and m.deleted_at is null and exists (
        select from messages a where a.parent_id = m.id and a.deleted_at is null and a.sender_id <> ${userId})
      union
      select p.id, p.parent_id from kept k
      cross join lateral (select id, parent_id from messages where id = k.parent_id offset 0) p)
    update messages m set content = ${erasedText}, mentions = '[]', nonce = null, edited_at = null, changed_seq = ${seq}
    from kept k where m.id = k.id and m.sender_id = ${userId} and m.deleted_at is null
    returning m.id`;
  await tx`
    delete from message_versions v using messages m
    where m.room_id = ${roomId} and m.sender_id = ${userId} and v.message_id = m.id`;
  const deleted = await tx<DeletedRow[]>`
    update messages set content = '', mentions = '[]', nonce = null, deleted_at = clock_timestamp(), deleted_seq = ${seq}
    where room_id = ${roomId} and sender_id = ${userId} and deleted_at is null and changed_seq is distinct from ${seq}
    returning id, parent_id`;
  await tx`delete from message_reactions where message_id = any(${deleted.map(({ id }) => id)}::uuid[])`;
  const parents = await tx<{ id: string; replyCount: number }[]>`
    update messages m set reply_count = m.reply_count - lost.n
    from (select p.id, count(*) as n from unnest(${deleted.flatMap(({ parentId }) => parentId ?? [])}::uuid[]) as p (id) group by p.id) lost
    where m.id = lost.id and m.deleted_at is null returning m.id, m.reply_count`;
  return { rewritten: rewritten.map(({ id }) => id), deleted, parents };
}

export async function deleteTracesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from message_reactions where user_id = ${userId}`;
  await tx`delete from chat_mutes where user_id = ${userId}`;
  await tx`
    delete from chat_members c using chat_rooms r where r.id = c.room_id and c.user_id = ${userId} and r.kind <> 'direct'`;
  // Mentions link to the account, so those of the deleted account are removed.
  await tx`
    update messages m set mentions = (
      select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(m.mentions) e where e->>'userId' <> ${userId})
    where m.mentions <> '[]' and m.mentions @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))`;
}
