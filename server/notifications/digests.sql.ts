import type { NoticeKind } from '#contract/notifications.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type Cadence = 'daily' | 'weekly';

export interface DueDigest {
  userId: string;
  cadence: Cadence;
  dueAt: Date;
}

export interface DigestNotice {
  id: string;
  kind: NoticeKind;
  title: string;
  body: string;
  href: string | null;
}

/** SQL expression: the time zone of the person in `userId`. */
const zoneOf = (sql: Connection, userId: string) =>
  sql`coalesce((select z.time_zone from notification_zones z where z.user_id = ${userId}), 'UTC')`;

export async function findTimeZone(sql: Connection, userId: string): Promise<string | null> {
  const [row] = await sql<{ timeZone: string }[]>`select time_zone from notification_zones where user_id = ${userId}`;
  return row?.timeZone ?? null;
}

/** Only full names: abbreviations such as EST have no daylight saving time. PostgreSQL reads hundreds of files to answer. */
export async function listTimeZones(sql: Connection): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select name from pg_timezone_names where name like '%/%' or name = 'UTC'`;
  return new Set(rows.map(({ name }) => name));
}

export async function saveTimeZone(tx: Tx, userId: string, timeZone: string): Promise<void> {
  await tx`
    insert into notification_zones (user_id, time_zone) values (${userId}, ${timeZone})
    on conflict (user_id) do update set time_zone = excluded.time_zone`;
}

/** Moves a person's waiting digests to 8 a.m. in their time zone. */
export async function moveDigests(tx: Tx, userId: string): Promise<void> {
  await tx`
    update mail_digests set due_at = digest_due_at(clock_timestamp(), ${zoneOf(tx, userId)}, cadence)
    where user_id = ${userId}`;
}

/**
 * Schedules a person's next digest unless it is scheduled already. The update locks the row until the caller commits, so that the job
 * cannot send the digest without the caller's notice and delete the row.
 */
export async function scheduleDigest(tx: Tx, userId: string, cadence: Cadence): Promise<void> {
  await tx`
    insert into mail_digests (user_id, cadence, due_at)
    values (${userId}, ${cadence}, digest_due_at(clock_timestamp(), ${zoneOf(tx, userId)}, ${cadence}))
    on conflict (user_id, cadence) do update set cadence = excluded.cadence`;
}

/** Schedules the chosen digest if notices of these kinds wait already. */
export async function scheduleWaitingNotices(
  tx: Tx,
  { userId, kinds, cadence }: { userId: string; kinds: readonly NoticeKind[]; cadence: Cadence },
): Promise<void> {
  const [waiting] = await tx`
    select 1 from notifications where user_id = ${userId} and awaits_digest and kind = any(${kinds as NoticeKind[]}::text[]) limit 1`;
  if (waiting) await scheduleDigest(tx, userId, cadence);
}

/** Removes the notices of these kinds from every digest. */
export async function dropWaitingNotices(
  tx: Tx,
  { userId, kinds }: { userId: string; kinds: readonly NoticeKind[] },
): Promise<void> {
  await tx`
    update notifications set awaits_digest = false
    where user_id = ${userId} and awaits_digest and kind = any(${kinds as NoticeKind[]}::text[])`;
}

/** Locks and deletes one due digest. Other nodes skip it; if the transaction fails, it is due again. */
export async function takeDueDigest(tx: Tx): Promise<DueDigest | undefined> {
  const [row] = await tx<DueDigest[]>`
    with due as materialized (
      select user_id, cadence from mail_digests where due_at <= clock_timestamp()
      order by due_at limit 1 for update skip locked)
    delete from mail_digests d using due
    where d.user_id = due.user_id and d.cadence = due.cadence
    returning d.user_id, d.cadence, d.due_at`;
  return row;
}

/** SQL expression: the person who wrote what the notice `n` is about; null for notices that are about no person's words. */
function authorOf(sql: Connection) {
  const id = sql`split_part(n.dedupe_key, ':', 2)::uuid`;
  return sql`case
    when n.kind in ('chat_mention', 'chat_reply') then (select sender_id from messages where id = ${id})
    when n.kind in ('pool_commented', 'update_commented', 'comment_answered') then (select author_id from comments where id = ${id})
    when n.kind = 'update_posted' then (select author_id from pool_updates where id = ${id})
    when n.kind = 'creator_message' then (select creator_id from creator_messages where id = ${id})
    when n.kind = 'thanked' then (select fan_id from thanks where id = ${id}) end`;
}

/** SQL condition: the notice `n` is about an update that its reader keeps behind a block, because they back the pool. */
function isKeptUpdate(sql: Connection) {
  return sql`case when n.kind = 'update_posted' then exists (
    select from pool_updates x
    where x.id = split_part(n.dedupe_key, ':', 2)::uuid and not update_is_hidden(n.user_id, x.author_id, x.pool_id)) else false end`;
}

/**
 * Takes the notices of these kinds that wait for a digest, so that no other digest has them. Returns the unread ones, newest first, except
 * those about the words of people that a block keeps apart from the person. A hidden notice counts as unread, except if the person has read its
 * message in the chat, with its last edit.
 */
export async function takeWaitingNotices(
  tx: Tx,
  { userId, kinds }: { userId: string; kinds: readonly NoticeKind[] },
): Promise<DigestNotice[]> {
  return tx<DigestNotice[]>`
    with taken as (
      update notifications set awaits_digest = false
      where user_id = ${userId} and awaits_digest and kind = any(${kinds as NoticeKind[]}::text[])
      returning id, user_id, kind, title, body, href, read_at, hidden, created_at, dedupe_key)
    select id, kind, title, body, href from taken n
    where (read_at is null or hidden) and not case when n.kind in ('chat_mention', 'chat_reply') then exists (
        select from messages m join chat_members c on c.room_id = m.room_id and c.user_id = ${userId}
        where m.id = split_part(n.dedupe_key, ':', 2)::uuid and c.read_seq >= greatest(m.seq, m.changed_seq)) else false end
      and (${authorOf(tx)} = any(array(select a from people_apart_from(${userId}::uuid) a)) and not ${isKeptUpdate(tx)}) is not true
    order by created_at desc, id`;
}

export async function deleteDigestsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from mail_digests where user_id = ${userId}`;
  await tx`delete from notification_zones where user_id = ${userId}`;
}

/** Moves every digest that is due to its next time. */
export async function postponeDueDigests(tx: Tx): Promise<void> {
  await tx`
    update mail_digests set due_at = digest_due_at(clock_timestamp(), coalesce(
      (select z.time_zone from notification_zones z where z.user_id = mail_digests.user_id), 'UTC'), cadence)
    where due_at <= clock_timestamp()`;
}
