import type { NoticeKind } from '#contract/notifications.ts';
import type { InLanguage } from '#server/platform/language/languages.ts';
import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';

export interface NotificationRow {
  id: string;
  kind: NoticeKind;
  title: string;
  body: string;
  href: string | null;
  createdAt: Date;
  readAt: Date | null;
  /** Null for a deleted account. */
  personId: string | null;
  personUsername: string;
  personName: string | null;
  personAvatar: string | null;
  personAdult: boolean;
  /** Null for a removed pool. */
  poolId: string | null;
  poolTitle: string;
  poolAdult: boolean;
  poolCategoryIds: number[];
  poolImageKey: string | null;
}

export interface NoticeChoice {
  userId: string;
  unreadOnly: boolean;
  /** Null for notices of every kind. */
  kinds: readonly NoticeKind[] | null;
}

/** Kinds that quote what a person wrote. */
const quotingKinds: readonly NoticeKind[] = [
  'pool_commented',
  'update_commented',
  'comment_answered',
  'chat_mention',
  'chat_reply',
  'update_posted',
  'creator_message',
];

/**
 * SQL condition: it is a notice of this person. A block between two people hides from each what the other wrote, except the updates of a pool
 * that its fans keep.
 */
const isFor = (sql: Connection, userId: string) => sql`user_id = ${userId} and ${isShown(sql, sql`${userId}::uuid`)}`;

const isShown = (sql: Connection, userId: Fragment) => sql`
  (kind <> all(${quotingKinds}::text[]) or person_id is null
    or person_id <> all(array(select a from people_apart_from(${userId}) a))
    or (kind = 'update_posted' and not update_is_hidden(user_id, person_id, pool_id)))`;

/** False if a block hides the notice with this key. The pushes of direct messages, which have no notice, ask on their own. */
export async function mayPush(sql: Connection, dedupeKey: string): Promise<boolean> {
  const [hidden] = await sql`
    select 1 from notifications where dedupe_key = ${dedupeKey} and not ${isShown(sql, sql`user_id`)}`;
  return !hidden;
}

const chosen = (sql: Connection, { userId, unreadOnly, kinds }: NoticeChoice) => sql`
  ${isFor(sql, userId)} and not hidden and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
  ${unreadOnly ? sql`and read_at is null` : sql``}`;

/** One page, newest first, with the pool and the person of each notice. */
export async function listNotices(
  sql: Connection,
  choice: NoticeChoice,
  { limit, offset }: { limit: number; offset: number },
): Promise<NotificationRow[]> {
  return sql<NotificationRow[]>`
    select n.id, n.kind, n.title, n.body, n.href, n.created_at, n.read_at,
      u.id as person_id, u.username as person_username, u.display_name as person_name, u.avatar_url as person_avatar, u.adult as person_adult,
      p.id as pool_id, p.title as pool_title, p.adult as pool_adult, p.category_ids as pool_category_ids,
      (select i.key from pool_images pi join images i on i.id = pi.image_id where pi.pool_id = p.id order by pi.position limit 1) as pool_image_key
    from (select * from notifications where ${chosen(sql, choice)} order by created_at desc, id limit ${limit} offset ${offset}) n
    left join pools p on p.id = n.pool_id and p.status <> 'removed'
    left join users here on here.id = n.person_id and here.deleted_at is null
    left join lateral ${personInPool(sql, { userId: sql`here.id`, poolId: sql`n.pool_id` })} u on true
    order by n.created_at desc, n.id`;
}

/** The notices of a choice, and all unread ones. */
export async function countNotices(
  sql: Connection,
  choice: NoticeChoice,
): Promise<{ totalCount: number; unreadCount: number }> {
  const [row] = await sql<{ totalCount: number; unreadCount: number }[]>`
    select (select count(*)::int from notifications where ${chosen(sql, choice)}) as total_count,
      (select count(*)::int from notifications where ${isFor(sql, choice.userId)} and read_at is null) as unread_count`;
  return row ?? { totalCount: 0, unreadCount: 0 };
}

export async function countUnread(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from notifications where ${isFor(sql, userId)} and read_at is null`;
  return row?.n ?? 0;
}

export async function markAllRead(tx: Connection, userId: string): Promise<void> {
  await tx`update notifications set read_at = clock_timestamp() where user_id = ${userId} and read_at is null`;
}

/** Returns false if none of the ids belongs to this person. */
export async function markTheseRead(tx: Connection, userId: string, ids: string[]): Promise<boolean> {
  const rows = await tx`
    update notifications set read_at = coalesce(read_at, clock_timestamp())
    where user_id = ${userId} and id = any(${ids}::uuid[]) and not hidden
    returning id`;
  return rows.length > 0;
}

/** A stored notice and its channels. `email` is true for an email at once; `digest` names the digest that the notice waits for. */
export interface StoredNotice {
  id: string;
  inApp: boolean;
  email: boolean;
  digest: 'daily' | 'weekly' | null;
  push: boolean;
}

export interface NewNotification {
  userId: string;
  kind: NoticeKind;
  title: string;
  body: string;
  href: string | null;
  dedupeKey: string;
  poolId?: string | undefined;
  personId?: string | undefined;
}

/**
 * Inserts a notice according to the person's choices for its topic. Without a choice, `mailed` decides about email. A `fixed` topic
 * is always shown and mailed at once. Waits for a deletion of the account that is under way. Returns undefined if the notice exists already or
 * the account is deleted. A notice that is only mailed gets a hidden row, so that a repeated job does not mail
 * it twice.
 */
export async function insertNotification(
  tx: Tx,
  notice: NewNotification,
  { topic, fixed, mailed, mailOnly }: { topic: string; fixed: boolean; mailed: boolean; mailOnly: boolean },
): Promise<StoredNotice | undefined> {
  const [row] = await tx<StoredNotice[]>`
    with chosen as (
      select u.id, not ${mailOnly} and (${fixed} or coalesce(c.in_app, true)) as in_app, ${fixed} or coalesce(c.email, ${mailed}) as email,
        case when not ${fixed} and c.email then c.digest end as digest, coalesce(c.push, true) as push
      from users u left join notification_choices c on c.user_id = u.id and c.topic = ${topic}
      where u.id = ${notice.userId} and u.deleted_at is null
      for key share of u)
    insert into notifications (user_id, kind, title, body, href, dedupe_key, pool_id, person_id, hidden, read_at, awaits_digest)
    select id, ${notice.kind}, ${notice.title}, ${notice.body}, ${notice.href}, ${notice.dedupeKey},
      ${notice.poolId ?? null}::uuid, ${notice.personId ?? null}::uuid, not in_app,
      case when not in_app then clock_timestamp() end, digest is not null
    from chosen
    on conflict (dedupe_key) do nothing
    returning id, not hidden as in_app, (select email and digest is null from chosen) as email,
      (select digest from chosen) as digest, (select push from chosen) as push`;
  return row;
}

/**
 * Removes the link from earlier notices about a removed pool for people who can no longer open its page: everyone except its owner,
 * its creator, admins, and fans who ever pledged.
 */
export async function unlinkRemovedPool(tx: Tx, poolId: string): Promise<void> {
  // The expression of the index notifications_pool.
  const key = tx`split_part(split_part(split_part(href, '#', 1), '?', 1), '/', case when href like '/tip-pool/%' then 4 else 3 end)`;
  await tx`
    update notifications n set href = null
    from pools p, users u
    where p.id = ${poolId} and u.id = n.user_id
      and ${key} = any (array[p.id::text, p.slug]) and (href like '/pool/%' or href like '/tip-pool/%')
      and u.role <> 'admin' and u.id <> p.owner_id and u.id is distinct from p.assigned_creator_id
      and not exists (select from pledges g where g.pool_id = p.id and g.fan_id = u.id)`;
}

export async function deleteNotificationsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from notifications where user_id = ${userId}`;
}

const deleteNotices = (tx: Tx, comments: Fragment) => tx<{ userId: string }[]>`
  delete from notifications n using (
    select 'pool_commented:' || c.id || ':' || o.owner_id as key from comments c join pools o on o.id = c.pool_id
    where ${comments}
    union all
    select 'update_commented:' || c.id || ':' || x.author_id from comments c join pool_updates x on x.id = c.update_id
    where ${comments}
    union all
    select 'comment_answered:' || c.id || ':' || a.author_id from comments c join comments a on a.pool_id = c.pool_id
    where ${comments} and c.parent_id is not null and (a.id = c.parent_id or a.parent_id = c.parent_id)) told
  where n.dedupe_key = told.key
  returning n.user_id`;

/** Deletes the notices about this person's comments, because they name and quote the person. */
export async function deleteNoticesOfComments(tx: Tx, authorId: string): Promise<void> {
  await deleteNotices(tx, tx`c.author_id = ${authorId}`);
}

/** Deletes the notices about one comment. Returns the ids of the people who had them. */
export async function deleteNoticesOfComment(tx: Tx, commentId: string): Promise<string[]> {
  return (await deleteNotices(tx, tx`c.id = ${commentId}`)).map(({ userId }) => userId);
}

/** Deletes the notices about one update. Returns the ids of the people who had them. */
export async function deleteNoticesOfUpdate(tx: Tx, updateId: string): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    delete from notifications where kind = 'update_posted' and split_part(dedupe_key, ':', 2) = ${updateId} returning user_id`;
  return rows.map(({ userId }) => userId);
}

/** Deletes the notices about these chat messages. Returns the ids of the people who had them. */
export async function deleteNoticesOfMessages(tx: Tx, messageIds: string[]): Promise<string[]> {
  const rows = await tx<{ userId: string }[]>`
    delete from notifications
    where kind in ('chat_mention', 'chat_reply') and split_part(dedupe_key, ':', 2) = any(${messageIds}::text[])
    returning user_id`;
  return rows.map(({ userId }) => userId);
}

/**
 * Gives the notices about a chat message the body in the language of their recipient (`bodies`, English first), and deletes the mention notices of other people than these. Returns the ids of the
 * people who had a notice.
 */
export async function rewriteNoticesOfMessage(
  tx: Tx,
  { messageId, bodies, mentionedIds }: { messageId: string; bodies: InLanguage<string>[]; mentionedIds: string[] },
): Promise<string[]> {
  const deleted = await tx<{ userId: string }[]>`
    delete from notifications
    where kind = 'chat_mention' and split_part(dedupe_key, ':', 2) = ${messageId} and user_id <> all(${mentionedIds}::uuid[])
    returning user_id`;
  const rewritten = await tx<{ userId: string }[]>`
    update notifications n set body = b.body
    from users u join unnest(${bodies.map(({ locale }) => locale)}::text[], ${bodies.map(({ composed }) => composed)}::text[]) b (locale, body)
      on b.locale = case when u.locale = any(${bodies.map(({ locale }) => locale)}::text[]) then u.locale else 'en' end
    where n.kind in ('chat_mention', 'chat_reply') and split_part(n.dedupe_key, ':', 2) = ${messageId} and u.id = n.user_id
    returning n.user_id`;
  return [...new Set([...deleted, ...rewritten].map(({ userId }) => userId))];
}

/** Marks a person's notices about messages in a room as read. Returns true if any was unread. */
export async function markRoomRead(tx: Tx, userId: string, roomId: string): Promise<boolean> {
  const rows = await tx`
    update notifications n set read_at = clock_timestamp()
    from messages m
    where n.user_id = ${userId} and n.read_at is null and n.kind in ('chat_mention', 'chat_reply')
      and m.id = split_part(n.dedupe_key, ':', 2)::uuid and m.room_id = ${roomId}
    returning n.id`;
  return rows.length > 0;
}

/** Deletes the notices about this person's chat messages. */
export async function deleteNoticesOfSender(tx: Tx, senderId: string): Promise<void> {
  await tx`
    delete from notifications
    where kind in ('chat_mention', 'chat_reply')
      and split_part(dedupe_key, ':', 2) in (select id::text from messages where sender_id = ${senderId})`;
}

/** A notice that is mailed if it stays unread. */
export interface AwayMail {
  dedupeKey: string;
  /** An edit may delete the notice and another store one with the same key. Jobs of earlier versions lack it. */
  noticeId?: string;
  /** The number of the edit that the notice is about. */
  editSeq?: number | undefined;
}

export interface UnreadNotice extends Addressee {
  userId: string;
  /** The sender of the message. */
  senderId: string;
  kind: NoticeKind;
  title: string;
  body: string;
  href: string | null;
}

/**
 * Finds a notice about a chat message, or about the edit with this number, if the person has read neither the notice nor the message in its
 * room. A hidden notice counts as unread.
 */
export async function findUnreadNotice(
  sql: Connection,
  { dedupeKey, noticeId, editSeq = 0 }: AwayMail,
): Promise<UnreadNotice | undefined> {
  const [row] = await sql<UnreadNotice[]>`
    select u.email, u.locale, u.id as user_id, m.sender_id, n.kind, n.title, n.body, n.href
    from notifications n join users u on u.id = n.user_id join messages m on m.id = split_part(n.dedupe_key, ':', 2)::uuid
    where n.dedupe_key = ${dedupeKey} and n.id = coalesce(${noticeId ?? null}::uuid, n.id) and (n.read_at is null or n.hidden) and u.deleted_at is null
      and not exists (
        select from chat_members c where c.room_id = m.room_id and c.user_id = n.user_id and c.read_seq >= greatest(m.seq, ${editSeq}::bigint))`;
  return row;
}
