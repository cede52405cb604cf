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
 * stay. All other messages are deleted.
 */
export async function eraseMessages(
  tx: Tx,
  { roomId, userId, seq }: { roomId: string; userId: string; seq: number },
): Promise<Erased> {
  const rewritten = await tx<{ id: string }[]>`
    update messages m set content = ${erasedText}, mentions = '[]', nonce = null
    where m.room_id = ${roomId} and m.sender_id = ${userId} and m.deleted_at is null and exists (
      with recursive below as (
        select a.id, a.sender_id from messages a where a.parent_id = m.id and a.deleted_at is null
        union all
        select a.id, a.sender_id from messages a join below b on a.parent_id = b.id where a.deleted_at is null)
      select from below where sender_id <> ${userId})
    returning m.id`;
  const kept = rewritten.map(({ id }) => id);
  const deleted = await tx<DeletedRow[]>`
    update messages set content = '', mentions = '[]', nonce = null, deleted_at = clock_timestamp(), deleted_seq = ${seq}
    where room_id = ${roomId} and sender_id = ${userId} and deleted_at is null and id <> all(${kept}::uuid[])
    returning id, parent_id`;
  await tx`delete from message_reactions where message_id = any(${deleted.map(({ id }) => id)}::uuid[])`;
  const parents = await tx<{ id: string; replyCount: number }[]>`
    update messages m set reply_count = m.reply_count - lost.n
    from (select p.id, count(*) as n from unnest(${deleted.flatMap(({ parentId }) => parentId ?? [])}::uuid[]) as p (id) group by p.id) lost
    where m.id = lost.id and m.deleted_at is null returning m.id, m.reply_count`;
  return { rewritten: kept, deleted, parents };
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
