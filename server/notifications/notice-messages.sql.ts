import type { UpdateAudience } from '#contract/updates.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { Recipient } from './notice-recipients.sql.ts';

export interface CommentRow {
  poolId: string;
  /** The update that it is about; null if it is about the pool. */
  updateId: string | null;
  updateAuthorId: string | null;
  updateAudience: UpdateAudience | null;
  authorId: string;
  authorName: string;
  /** Empty once deleted. */
  content: string;
}

export async function findComment(sql: Connection, id: string): Promise<CommentRow | undefined> {
  const [row] = await sql<CommentRow[]>`
    select c.pool_id, c.update_id, x.author_id as update_author_id, x.audience as update_audience, c.author_id, c.content,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as author_name
    from comments c
    cross join lateral ${personInPool(sql, { userId: sql`c.author_id`, poolId: sql`c.pool_id` })} u
    left join pool_updates x on x.id = c.update_id where c.id = ${id}`;
  return row;
}

/** Locks a comment against deletion until the transaction ends. */
export async function lockComment(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from comments where id = ${id} for share`;
}

export interface MessageRow {
  senderId: string;
  senderName: string;
  content: string;
  mentionedIds: string[];
  roomKind: 'global' | 'category' | 'pool' | 'direct';
  category: string | null;
  poolId: string | null;
  /** True in the room of an adult category. */
  adult: boolean;
  /** The first message of the thread; the message itself if it is not a reply. */
  threadId: string;
}

/** Finds a chat message and locks it against deletion until the transaction ends. */
export async function lockMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  await tx`select 1 from messages where id = ${id} for share`;
  return findMessage(tx, id);
}

export async function findMessage(sql: Connection, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    with recursive above as (
      select id, parent_id from messages where id = ${id}
      union all
      select p.id, p.parent_id from above a join messages p on p.id = a.parent_id)
    select m.sender_id, m.content, array(select e->>'userId' from jsonb_array_elements(m.mentions) e) as mentioned_ids,
      (select a.id from above a where a.parent_id is null) as thread_id, r.kind as room_kind, k.name as category, r.pool_id, coalesce(k.adult, false) as adult,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from messages m join chat_rooms r on r.id = m.room_id
    cross join lateral ${personInPool(sql, { userId: sql`m.sender_id`, poolId: sql`r.pool_id` })} u
    left join categories k on k.id = r.category_id left join pools p on p.id = r.pool_id
    where m.id = ${id} and (p.id is null or p.status not in ('in_review', 'removed'))`;
  return row;
}

/** Returns true if the person has read the room up to this message, or up to the edit with this number. */
export async function hasRead(
  sql: Connection,
  userId: string,
  { messageId, editSeq = 0 }: { messageId: string; editSeq?: number | undefined },
): Promise<boolean> {
  const rows = await sql`
    select 1 from messages m join chat_members c on c.room_id = m.room_id and c.user_id = ${userId}
    where m.id = ${messageId} and c.read_seq >= greatest(m.seq, ${editSeq})`;
  return rows.length > 0;
}

export interface UnreadDirect {
  senderName: string;
  /** True if the sender is an adult creator. */
  senderAdult: boolean;
  content: string;
  /** Number of unread messages. */
  count: number;
  /** The recipient's language. */
  locale: string;
}

/** Finds the latest unread message of a direct conversation, unless one of the two people has blocked the other. */
export async function findUnreadDirect(
  sql: Connection,
  conversationId: string,
  recipientId: string,
): Promise<UnreadDirect | undefined> {
  const [row] = await sql<UnreadDirect[]>`
    select m.content, u.adult as sender_adult, count(*) over () as count, me.locale,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from chat_rooms r
    join chat_members c on c.room_id = r.id and c.user_id = ${recipientId}
    join messages m on m.room_id = r.id and m.seq > c.read_seq and m.deleted_at is null and m.sender_id <> c.user_id
    join users u on u.id = m.sender_id
    join users me on me.id = c.user_id
    where r.id = ${conversationId} and r.kind = 'direct'
      and not people_apart(r.first_id, r.second_id)
    order by m.seq desc limit 1`;
  return row;
}

export interface CreatorMessageRow {
  id: string;
  poolId: string;
  creatorId: string;
  body: string;
  senderName: string;
}

export async function findCreatorMessage(sql: Connection, id: string): Promise<CreatorMessageRow | undefined> {
  const [row] = await sql<CreatorMessageRow[]>`
    select m.id, m.pool_id, m.creator_id, m.body,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as sender_name
    from creator_messages m
    cross join lateral ${personInPool(sql, { userId: sql`m.creator_id`, poolId: sql`m.pool_id` })} u where m.id = ${id}`;
  return row;
}

/** A batch of a message's recipients, ordered by user id; `blocked` if one of the two has blocked the other. */
export async function listMessageRecipients(
  sql: Connection,
  { messageId, creatorId }: { messageId: string; creatorId: string },
  afterId: string | null,
  limit: number,
): Promise<(Recipient & { blocked: boolean })[]> {
  return sql<(Recipient & { blocked: boolean })[]>`
    select u.id, u.email, u.locale, people_apart(u.id, ${creatorId}::uuid) as blocked
    from creator_message_recipients r join users u on u.id = r.user_id
    where r.message_id = ${messageId} and u.id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
    order by u.id limit ${limit}`;
}

export interface ThanksRow {
  poolId: string;
  fanId: string;
  /** Null if the fan pledged anonymously. */
  fanName: string | null;
  creatorId: string | null;
}

/** Finds a thank-you that is neither removed nor by a fan without access. */
export async function findThanks(sql: Connection, id: string): Promise<ThanksRow | undefined> {
  const [row] = await sql<ThanksRow[]>`
    select t.pool_id, t.fan_id, p.assigned_creator_id as creator_id,
      case when g.anonymous then null when u.adult then u.username else coalesce(u.display_name, u.username) end as fan_name
    from thanks t join users u on u.id = t.fan_id join pools p on p.id = t.pool_id
      join content_access a on a.pool_id = t.pool_id and a.user_id = t.fan_id join pledges g on g.id = a.pledge_id
    where t.id = ${id} and t.removed_at is null`;
  return row;
}
