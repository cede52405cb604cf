import type { Connection } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { NamedPerson } from './mentions.ts';
import type { NamedRow } from './message.ts';
import type { RoomRow } from './room.ts';

/** A person, and the pool whose chat shows them; null in other rooms. */
export interface PersonInRoom {
  userId: string;
  poolId: string | null;
}

/** Reads people in the given order. Every id must exist. */
export async function findPeople(sql: Connection, people: PersonInRoom[]): Promise<NamedRow[]> {
  const userIds = people.map(({ userId }) => userId);
  const poolIds = people.map(({ poolId }) => poolId);
  return sql<NamedRow[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.adult
    from unnest(${userIds}::uuid[], ${poolIds}::uuid[]) with ordinality as i (user_id, pool_id, n)
    cross join lateral ${personInPool(sql, { userId: sql`i.user_id`, poolId: sql`i.pool_id` })} u order by i.n`;
}

/** At most this many people with the same display name are checked for membership in the room. */
const maxNamesakes = 1000;

/**
 * Finds the people with these names, ignoring case: per name at most one by username, the pool's creator by the name of their page, two
 * members of the room and two others by display name, which is enough to see that a name is ambiguous. In a direct conversation, only its two people match.
 */
export async function findPeopleByNames(
  sql: Connection,
  room: Pick<RoomRow, 'id' | 'kind' | 'adult' | 'poolId'>,
  names: string[],
): Promise<NamedPerson[]> {
  const onlyMembers = room.kind === 'direct';
  const isMember = sql`exists (select from chat_members c where c.room_id = ${room.id} and c.user_id = u.id)`;
  const hasDisplayName = sql`lower(u.display_name) = lower(n.name) and u.deleted_at is null and u.suspended_at is null
    and (${room.adult} or not u.adult)`;
  return sql<NamedPerson[]>`
    select n.name, p.id as user_id, p.username, p.rank
    from unnest(${names}::text[]) as n (name)
    cross join lateral (
      select u.id, u.username, 1 as rank from users u
      where lower(u.username) = lower(n.name) and u.deleted_at is null and (not ${onlyMembers} or ${isMember})
      union all (
        select u.id, u.username, 2
        from pools p join users u on u.id = p.assigned_creator_id join creator_profiles c on c.owner_id = u.id
        where p.id = ${room.poolId} and lower(c.display_name) = lower(n.name) and u.deleted_at is null and (${room.adult} or not u.adult))
      union all (
        select u.id, u.username, 3
        from (select u.id, u.username from users u where ${hasDisplayName} limit ${maxNamesakes}) u
        where ${isMember} limit 2)
      union all (select u.id, u.username, 4 from users u where not ${onlyMembers} and ${hasDisplayName} limit 2)) p`;
}

export interface RecentWriterFilter {
  roomId: string;
  /** Null for other rooms than a pool's. */
  poolId: string | null;
  viewerId: string;
  /** Escaped for LIKE. */
  prefix: string;
  /** The prefix as typed. */
  typed: string;
  seesAdult: boolean;
  limit: number;
}

const recentMessages = 300;

/** Lists the writers of the room's last 300 messages whose name has the prefix, latest first. */
export async function listRecentWriters(sql: Connection, filter: RecentWriterFilter): Promise<NamedRow[]> {
  const pattern = `${filter.prefix}%`;
  return sql<NamedRow[]>`
    with wrote as (
      select sender_id, max(seq) as seq from (
        select sender_id, seq from messages
        where room_id = ${filter.roomId} and deleted_at is null and sender_id is not null order by seq desc limit ${recentMessages}) l
      group by sender_id)
    select u.id, u.username, u.display_name, u.avatar_url, u.adult from wrote w
    cross join lateral ${personInPool(sql, { userId: sql`w.sender_id`, poolId: sql`${filter.poolId}` })} u
    where u.id <> ${filter.viewerId} and exists (select from users a where a.id = u.id and a.deleted_at is null)
      and (u.username ilike ${pattern} or ((${filter.seesAdult} or not u.adult)
        and (u.display_name ilike ${pattern} or (' ' || search_fold(u.display_name) || ' ') like search_names_pattern(${filter.typed}))))
      and u.id <> all(array(select a from people_apart_from(${filter.viewerId}::uuid) a))
    order by w.seq desc limit ${filter.limit}`;
}
