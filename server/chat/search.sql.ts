import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { NamedRow } from './message.ts';
import { isShownTo, personJson } from './messages.sql.ts';

/** At most this many conversations are searched, the latest ones. */
const maxConversations = 1000;

/** The LIKE pattern of each typed word, folded as names are. Leaves out words without letters or digits. */
export async function foldWords(sql: Connection, words: readonly string[]): Promise<string[]> {
  const rows = await sql<{ pattern: string }[]>`
    select distinct search_names_pattern(w) as pattern from unnest(${words as string[]}::text[]) w
    where search_names_pattern(w) is not null`;
  return rows.map(({ pattern }) => pattern);
}

export interface FoundMessageRow {
  id: string;
  /** The first message of its thread; the message itself if it is not a reply. */
  threadId: string;
  roomId: string;
  kind: 'direct' | 'pool';
  poolId: string | null;
  content: string;
  createdAt: Date;
  sender: NamedRow;
  other: NamedRow | null;
}

interface MessageSearch {
  userId: string;
  patterns: readonly string[];
  isAdmin: boolean;
  seesAdult: boolean;
  /** Only messages older than this one. */
  beforeId: string | null;
  limit: number;
}

/**
 * Finds messages that match every pattern, the latest first, in the conversations of one person. The same statement decides which
 * conversations these are: direct ones with them, and pools in their list that they may see. It reads each conversation separately: for a rare
 * word by the index messages_search, for a frequent one backwards until there are enough. Leaves out blocks in either direction, and the
 * messages of deleted accounts, which have lost their text.
 */
export async function findMessages(sql: Connection, search: MessageSearch): Promise<FoundMessageRow[]> {
  return planEachTime(sql<FoundMessageRow[]>`${searchStatement(sql, search)}`);
}

/** The statement of `findMessages`, whose plan a test checks. */
export function searchStatement(
  sql: Connection,
  { userId, patterns, isAdmin, seesAdult, beforeId, limit }: MessageSearch,
): Fragment {
  const matches = patterns.map((pattern) => sql`and (' ' || search_fold(m.content) || ' ') like ${pattern}`);
  const older =
    beforeId === null
      ? sql``
      : sql`and (m.created_at, m.id) < (select b.created_at, b.id from messages b where b.id = ${beforeId})`;
  return sql`
    with mine as materialized (
      select r.id, r.kind, r.pool_id, case when r.first_id = ${userId} then r.second_id else r.first_id end as other_id
      from chat_members c join chat_rooms r on r.id = c.room_id left join pools p on p.id = r.pool_id
      where c.user_id = ${userId} and (
        (r.kind = 'direct' and ${userId} in (r.first_id, r.second_id))
        or (r.kind = 'pool' and c.listed and (${seesAdult} or not p.adult)
          and (p.status not in ('in_review', 'removed') or ${isAdmin} or ${userId} in (p.owner_id, p.assigned_creator_id))))
      order by r.updated_at desc limit ${maxConversations}),
    matches as materialized (
      select x.*, r.kind, r.pool_id, r.other_id from mine r cross join lateral (
        select m.id, m.room_id, m.content, m.created_at, m.sender_id from messages m
        where m.room_id = r.id and m.deleted_at is null and m.sender_id is not null
          ${matches} ${older}
          and not exists (select from users d where d.id = m.sender_id and d.deleted_at is not null)
          and ${isShownTo(sql, userId)}
        order by m.seq desc limit ${limit}) x
      order by x.created_at desc, x.id desc limit ${limit})
    select f.id, f.room_id, f.kind, f.pool_id, f.content, f.created_at, ${personJson(sql, 'u')} as sender, ${personJson(sql, 'o')} as other,
      (with recursive above as (
        select m.id, m.parent_id from messages m where m.id = f.id
        union all
        select m.id, m.parent_id from above a join messages m on m.id = a.parent_id)
      select a.id from above a where a.parent_id is null) as thread_id
    from matches f left join users o on o.id = f.other_id
    cross join lateral ${personInPool(sql, { userId: sql`f.sender_id`, poolId: sql`f.pool_id` })} u
    order by f.created_at desc, f.id desc`;
}
