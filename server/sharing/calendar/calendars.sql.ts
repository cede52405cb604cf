import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CalendarRow {
  createdAt: Date;
  readAt: Date | null;
}

export async function findCalendar(sql: Connection, userId: string): Promise<CalendarRow | undefined> {
  const [row] = await sql<CalendarRow[]>`select created_at, read_at from calendars where user_id = ${userId}`;
  return row;
}

/** Saves a new token. An earlier one of the person stops working. */
export async function replaceCalendar(sql: Connection, userId: string, tokenHash: Buffer): Promise<CalendarRow> {
  const [row] = await sql<CalendarRow[]>`
    insert into calendars (user_id, token_hash) values (${userId}, ${tokenHash})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = clock_timestamp(), read_at = null,
      content_hash = null, changed_at = clock_timestamp()
    returning created_at, read_at`;
  if (!row) throw new Error('the calendar was not stored');
  return row;
}

export async function deleteCalendar(sql: Connection, userId: string): Promise<void> {
  await sql`delete from calendars where user_id = ${userId}`;
}

export async function deleteAllCalendars(tx: Tx): Promise<void> {
  await tx`delete from calendars`;
}

export interface Subscription {
  userId: string;
  /** As stored; the site may not offer it any more. */
  locale: string;
}

/** The person behind the token of a feed; undefined for an unknown token, and while the account is suspended. */
export async function findSubscription(sql: Connection, tokenHash: Buffer): Promise<Subscription | undefined> {
  const [row] = await sql<Subscription[]>`
    select u.id as user_id, u.locale from calendars c join users u on u.id = c.user_id
    where c.token_hash = ${tokenHash} and u.suspended_at is null and u.deleted_at is null`;
  return row;
}

/**
 * Notes that a program reads these entries, and returns since when they are as they are; undefined if the token has been replaced since.
 * Writes nothing if it reads the same entries again within the hour.
 */
export async function noteRead(sql: Connection, tokenHash: Buffer, contentHash: Buffer): Promise<Date | undefined> {
  const [row] = await sql<{ changedAt: Date }[]>`
    with changed as (
      update calendars set read_at = clock_timestamp(), content_hash = ${contentHash},
        changed_at = case when content_hash is distinct from ${contentHash}::bytea then clock_timestamp() else changed_at end
      where token_hash = ${tokenHash}
        and (content_hash is distinct from ${contentHash}::bytea or read_at < clock_timestamp() - interval '1 hour')
      returning changed_at)
    select changed_at from changed
    union all select changed_at from calendars where token_hash = ${tokenHash} and not exists (select from changed)`;
  return row?.changedAt;
}
