import { limits } from '#contract/limits.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { NamedRow } from './message.ts';
import { isShownTo, personJson } from './messages.sql.ts';
import { isClosed, otherReadSeq } from './rooms.sql.ts';

export interface ConversationRow {
  id: string;
  kind: 'direct' | 'pool';
  poolId: string | null;
  poolAdult: boolean;
  createdAt: Date;
  updatedAt: Date;
  isClosed: boolean;
  otherReadSeq: number | null;
  unreadCount: number;
  other: NamedRow | null;
  last: { id: string; content: string; createdAt: string; sender: NamedRow | null } | null;
}

/** SQL condition: another person wrote message `m`, and no block hides it from the reader. */
const fromOthers = (sql: Connection, userId: string) => sql`m.sender_id <> ${userId} and ${isShownTo(sql, userId)}`;

/** Lists a person's conversations, latest first, or only the one with id `only`. Leaves out pools that the person cannot see. */
export async function listConversationRows(
  sql: Connection,
  userId: string,
  { only, isAdmin, limit }: { only: string | null; isAdmin: boolean; limit: number },
): Promise<ConversationRow[]> {
  return sql<ConversationRow[]>`
    with mine as materialized (
      select r.*, c.read_seq, coalesce(p.adult, false) as pool_adult
      from chat_members c join chat_rooms r on r.id = c.room_id left join pools p on p.id = r.pool_id
      where c.user_id = ${userId} and r.kind in ('direct', 'pool')
        and ${only === null ? sql`c.listed` : sql`r.id = ${only}`}
        and (p.id is null or p.status not in ('in_review', 'removed') or ${isAdmin}
          or ${userId} in (p.owner_id, p.assigned_creator_id))
      order by r.updated_at desc, r.id limit ${limit})
    select r.id, r.kind, r.pool_id, r.pool_adult, r.created_at, r.updated_at, ${isClosed(sql)} as is_closed,
      ${otherReadSeq(sql, userId)} as other_read_seq, ${personJson(sql, 'o')} as other,
      l.last,
      (select count(*) from (
        select from messages m where m.room_id = r.id and m.seq > r.read_seq and m.deleted_at is null and ${fromOthers(sql, userId)}
        limit ${limits.chat.unreadMax}) n) as unread_count
    from mine r
    left join users o on o.id = case when r.first_id = ${userId} then r.second_id else r.first_id end
    left join lateral (
      select jsonb_build_object('id', m.id, 'content', m.content, 'createdAt', m.created_at, 'sender', ${personJson(sql, 'u')}) as last
      from messages m left join lateral ${personInPool(sql, { userId: sql`m.sender_id`, poolId: sql`r.pool_id` })} u on true
      where m.room_id = r.id and m.deleted_at is null
        and ${isShownTo(sql, userId)}
      order by m.seq desc limit 1) l on true
    order by r.updated_at desc, r.id`;
}

/** Counts direct conversations with unread messages. */
export async function countUnreadConversations(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from chat_members c join chat_rooms r on r.id = c.room_id
    where c.user_id = ${userId} and r.kind = 'direct' and r.last_seq > c.read_seq and exists (
      select from messages m
      where m.room_id = r.id and m.seq > c.read_seq and m.deleted_at is null and ${fromOthers(sql, userId)})`;
  return row?.n ?? 0;
}
