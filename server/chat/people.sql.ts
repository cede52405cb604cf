import type { Connection } from '#server/platform/db.ts';
import type { Known } from './mentions.ts';
import type { NamedRow } from './message.ts';

/** In the order of the ids; every one of them is somebody's. */
export async function findPeople(sql: Connection, ids: string[]): Promise<NamedRow[]> {
  return sql<NamedRow[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.adult
    from unnest(${ids}::uuid[]) with ordinality as i (id, n) join users u on u.id = i.id order by i.n`;
}

/**
 * Who goes by these names (lower case): usernames anywhere, display names of those who take part in the room. In a direct conversation
 * nobody but its two people.
 */
export async function findNamed(
  sql: Connection,
  roomId: string,
  names: string[],
  onlyMembers: boolean,
): Promise<Known[]> {
  return sql<Known[]>`
    with here as (
      select u.id, u.username, lower(u.username) as name, 1 as rank from users u
      where lower(u.username) = any(${names}::text[]) and u.deleted_at is null
        and (not ${onlyMembers} or exists (select from chat_members c where c.room_id = ${roomId} and c.user_id = u.id))
      union all
      select u.id, u.username, lower(u.display_name), 2 from users u
      where lower(u.display_name) = any(${names}::text[]) and u.deleted_at is null and not u.adult
        and exists (select from chat_members c where c.room_id = ${roomId} and c.user_id = u.id))
    select distinct on (name) id as user_id, username, name from here order by name, rank, id`;
}

export interface MentionableFilter {
  roomId: string;
  viewerId: string;
  /** Escaped for LIKE. */
  begins: string;
  adultToo: boolean;
  limit: number;
}

const lately = 300;

/** Of those who wrote in the room lately, the last first, those whose name begins so. */
export async function listLateWriters(sql: Connection, filter: MentionableFilter): Promise<NamedRow[]> {
  const begins = `${filter.begins}%`;
  return sql<NamedRow[]>`
    with wrote as (
      select sender_id, max(seq) as seq from (
        select sender_id, seq from messages
        where room_id = ${filter.roomId} and deleted_at is null and sender_id is not null order by seq desc limit ${lately}) l
      group by sender_id)
    select u.id, u.username, u.display_name, u.avatar_url, u.adult from wrote w join users u on u.id = w.sender_id
    where u.id <> ${filter.viewerId} and u.deleted_at is null
      and (u.username ilike ${begins} or ((${filter.adultToo} or not u.adult) and u.display_name ilike ${begins}))
      and not exists (
        select from user_blocks b where (b.blocker_id, b.blocked_id) in ((u.id, ${filter.viewerId}::uuid), (${filter.viewerId}::uuid, u.id)))
    order by w.seq desc limit ${filter.limit}`;
}
