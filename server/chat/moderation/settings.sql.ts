import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';

export async function readBlockedWords(sql: Connection): Promise<string[]> {
  const [row] = await sql<{ blockedWords: string[] }[]>`select blocked_words from chat_settings`;
  return row?.blockedWords ?? [];
}

/** Returns the previous words. */
export async function replaceBlockedWords(tx: Tx, words: string[]): Promise<string[]> {
  const [row] = await tx<{ blockedWords: string[] }[]>`
    update chat_settings s set blocked_words = ${words} from chat_settings o returning o.blocked_words`;
  return row?.blockedWords ?? [];
}

/** Returns the previous value, or undefined if it did not change. */
export async function setSlowSeconds(tx: Tx, roomId: string, seconds: number): Promise<number | undefined> {
  const [row] = await tx<{ before: number }[]>`
    update chat_rooms r set slow_seconds = ${seconds} from (select id, slow_seconds from chat_rooms where id = ${roomId} for update) o
    where r.id = o.id and o.slow_seconds <> ${seconds} returning o.slow_seconds as before`;
  return row?.before;
}

/** Returns the end of the mute (null for no end), or undefined if the person does not exist. */
export async function insertMute(
  tx: Tx,
  mute: { roomId: string; userId: string; reason: string; minutes: number | null; mutedBy: string },
): Promise<{ until: Date | null } | undefined> {
  const [made] = await tx<{ until: Date | null }[]>`
    insert into chat_mutes as m (room_id, user_id, reason, until, muted_by)
    select ${mute.roomId}, u.id, ${mute.reason}, clock_timestamp() + make_interval(mins => ${mute.minutes}::int), ${mute.mutedBy}
    from users u where u.id = ${mute.userId} and u.deleted_at is null
    on conflict (room_id, user_id) do update
      set reason = excluded.reason, until = excluded.until, muted_by = excluded.muted_by, created_at = clock_timestamp()
    returning m.until`;
  return made;
}

export async function deleteMute(tx: Tx, roomId: string, userId: string): Promise<boolean> {
  return (
    (await tx`delete from chat_mutes where room_id = ${roomId} and user_id = ${userId} returning user_id`).length > 0
  );
}

export interface MuteRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  adult: boolean;
  reason: string;
  createdAt: Date;
  until: Date | null;
}

export async function listMutes(sql: Connection, roomId: string): Promise<MuteRow[]> {
  return sql<MuteRow[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.adult, m.reason, m.created_at, m.until
    from chat_mutes m join users u on u.id = m.user_id
    where m.room_id = ${roomId} and (m.until is null or m.until > clock_timestamp())
    order by m.created_at desc, u.id limit 500`;
}

export async function listMutedIds(sql: Connection, roomId: string): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from chat_mutes where room_id = ${roomId} and (until is null or until > clock_timestamp())`;
  return rows.map(({ userId }) => userId);
}

export interface RoomRulesRow {
  id: string;
  kind: 'global' | 'category' | 'pool';
  categoryName: string | null;
  poolId: string | null;
  slowSeconds: number;
  mutedCount: number;
  writtenAt: Date | null;
}

/** SQL columns: number of mutes, and time of the last message. A room without messages has `updated_at` = `created_at`. */
const activeRules = (sql: Connection) => sql`
  (select count(*) from chat_mutes m
    where m.room_id = r.id and (m.until is null or m.until > clock_timestamp())) as muted_count,
  case when r.last_seq > 0 then nullif(r.updated_at, r.created_at) end as written_at`;

/** Lists Global and the rooms of categories. */
export async function listCommonRooms(sql: Connection): Promise<RoomRulesRow[]> {
  return sql<RoomRulesRow[]>`
    select r.id, r.kind, k.name as category_name, r.pool_id, r.slow_seconds, ${activeRules(sql)}
    from chat_rooms r left join categories k on k.id = r.category_id
    where r.kind in ('global', 'category') order by r.kind = 'category', k.name`;
}

/** Lists the rooms of visible pools: those with active rules first, then by last message. */
export async function listPoolRooms(sql: Connection, search: string, limit: number): Promise<RoomRulesRow[]> {
  return sql<RoomRulesRow[]>`
    select * from (
      select r.id, r.kind, null as category_name, r.pool_id, r.slow_seconds, ${activeRules(sql)}
      from chat_rooms r join pools p on p.id = r.pool_id
      where r.kind = 'pool' and p.status not in ('in_review', 'removed')
        and ${search === '' ? sql`(r.last_seq > 0 or r.slow_seconds > 0 or r.id in (select room_id from chat_mutes))` : sql`p.title ilike ${`%${escapeLike(search)}%`}`}) matches
    order by slow_seconds > 0 or muted_count > 0 desc, written_at desc nulls last, id limit ${limit}`;
}
