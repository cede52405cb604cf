import type { NoticeKind, noticeKindsOf } from '#contract/notifications.ts';
import type { Notice } from '#server/notifications/notice.ts';
import type { Recipient } from '#server/notifications/notice-recipients.sql.ts';
import type { InLanguage } from '#server/platform/language/languages.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type FollowerKind = (typeof noticeKindsOf)['following'][number];

/** From the least to the most important. A more important one takes the place of an earlier one of the day. */
const ranks: readonly NoticeKind[] = [
  'followed_pool',
  'creator_open',
  'followed_accepted',
  'followed_delivered',
] satisfies FollowerKind[];

/** The profile of a creator as their followers know it. */
export interface FollowedProfile {
  id: string;
  username: string;
  name: string;
  adult: boolean;
  /** Null for a profile that no creator has claimed. */
  ownerId: string | null;
  suspended: boolean;
  takesRequests: boolean;
}

export async function findFollowedProfile(sql: Connection, profileId: string): Promise<FollowedProfile | undefined> {
  const [row] = await sql<FollowedProfile[]>`
    select c.id, c.username, c.display_name as name, coalesce(k.adult, false) as adult, c.owner_id,
      o.suspended_at is not null as suspended,
      c.status = 'verified' and not coalesce(t.away and coalesce(t.away_until > clock_timestamp(), true), false) as takes_requests
    from creator_profiles c left join categories k on k.id = c.category_id left join users o on o.id = c.owner_id
    left join creator_request_terms t on t.profile_id = c.id
    where c.id = ${profileId}`;
  return row;
}

/** The profile whose followers hear about a pool: the one it asks, or for later steps that of the creator who took it on. */
export async function findProfileOfPool(
  sql: Connection,
  poolId: string,
  whose: 'asked' | 'assigned',
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select c.id from pools p join creator_profiles c
      on ${whose === 'asked' ? sql`c.id = p.creator_profile_id` : sql`c.owner_id = p.assigned_creator_id`}
    where p.id = ${poolId}`;
  return row?.id;
}

/**
 * Stores that this is news for the followers of a profile. Returns the day (UTC, YYYY-MM-DD), or undefined if a news of this kind was
 * stored today, if the pool had it on another day, or if no one follows the profile.
 */
export async function storeFollowerNews(
  tx: Tx,
  { profileId, kind, poolId }: { profileId: string; kind: FollowerKind; poolId: string | null },
): Promise<string | undefined> {
  const [row] = await tx<{ day: string }[]>`
    insert into follower_news (profile_id, day, kind, pool_id)
    select c.id, (clock_timestamp() at time zone 'utc')::date, ${kind}, ${poolId}::uuid
    from creator_profiles c where c.id = ${profileId} and c.follower_count > 0
    on conflict do nothing
    returning day::text`;
  return row?.day;
}

/** Another pool can be the news of the day, because no one heard of this one. */
export async function deleteFollowerNews(
  tx: Tx,
  { profileId, kind, poolId, day }: { profileId: string; kind: FollowerKind; poolId: string | null; day: string },
): Promise<void> {
  await tx`
    delete from follower_news
    where profile_id = ${profileId} and day = ${day}::text::date and kind = ${kind} and pool_id is not distinct from ${poolId}::uuid`;
}

/** A batch of the followers of a profile in the order of their ids. */
export async function listFollowerIds(
  sql: Connection,
  { profileId, afterId, limit }: { profileId: string; afterId: string | null; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from creator_follows
    where profile_id = ${profileId} and user_id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
    order by user_id limit ${limit}`;
  return rows.map(({ userId }) => userId);
}

export interface StoredNews {
  userId: string;
  inApp: boolean;
  /** False if it took the place of an earlier notice of the day. */
  isNew: boolean;
  dedupeKey: string;
}

/** SQL condition: the person `u` gets another notice about the same step of the pool, as a fan or as a follower of the pool. */
function getsOther(sql: Connection, kind: FollowerKind, poolId: string | null) {
  if (kind !== 'followed_accepted' && kind !== 'followed_delivered') return sql`false`;
  const isFan =
    kind === 'followed_delivered'
      ? sql`exists (select from content_access x where x.pool_id = ${poolId} and x.user_id = u.id)`
      : sql`exists (select from pledges g where g.pool_id = ${poolId} and g.fan_id = u.id
          and (g.pledged_at is not null or g.paid_at is not null) and g.status <> 'withdrawn')`;
  return sql`(${isFan} or exists (select from pool_saves s where s.pool_id = ${poolId} and s.user_id = u.id and s.news))`;
}

/**
 * Stores one notice for each of these people who may and want to hear it, with one statement, because a creator may have a hundred thousand
 * followers. The key has the profile and the day, so that a person has one notice of a creator and day, however often a batch runs and on
 * however many nodes. `people`: the creator and the owner of the pool, who hear of it otherwise, and whose blocks count in both
 * directions. Suspended people and those who left are skipped. `notices`: the notice in each language, English first.
 */
export async function storeFollowerNotices(
  tx: Tx,
  notices: InLanguage<Notice & { kind: FollowerKind }>[],
  { ids, people, profileId, day }: { ids: string[]; people: string[]; profileId: string; day: string },
): Promise<StoredNews[]> {
  const [first] = notices;
  if (!first) return [];
  // Only the texts differ.
  const { kind, href, poolId = null } = first.composed;
  const locales = notices.map(({ locale }) => locale);
  const words = tx`unnest(${locales}::text[], ${notices.map(({ composed }) => composed.title)}::text[],
    ${notices.map(({ composed }) => composed.body)}::text[]) w (locale, title, body)`;
  const key = `followed:${profileId}:${day}:`;
  return tx<StoredNews[]>`
    with heard as materialized (
      select u.id, case when u.locale = any(${locales}::text[]) then u.locale else 'en' end as locale,
        coalesce(c.in_app, true) as in_app, coalesce(c.email and c.digest is not null, false) as in_digest
      from users u left join notification_choices c on c.user_id = u.id and c.topic = 'following'
      where u.id = any(${ids}::uuid[]) and u.deleted_at is null and u.suspended_at is null and u.id <> all(${people}::uuid[])
        and (coalesce(c.in_app, true) or coalesce(c.email, false))
        and u.id <> all(array(select a from unnest(${people}::uuid[]) p cross join lateral people_apart_from(p) a))
        and not ${getsOther(tx, kind, poolId)}
      order by u.id for key share of u)
    insert into notifications as n (user_id, kind, title, body, href, dedupe_key, pool_id, hidden, read_at, awaits_digest)
    select id, ${kind}, title, body, ${href}, ${key} || id, ${poolId}::uuid, not in_app,
      case when not in_app then clock_timestamp() end, in_digest
    from heard join ${words} using (locale)
    order by id
    on conflict (dedupe_key) do update set kind = excluded.kind, title = excluded.title, body = excluded.body, href = excluded.href,
        pool_id = excluded.pool_id, created_at = clock_timestamp(), read_at = case when n.hidden then n.read_at end
      where array_position(${[...ranks]}::text[], n.kind) < array_position(${[...ranks]}::text[], excluded.kind)
    returning n.user_id, not n.hidden as in_app, n.xmax = 0 as is_new, n.dedupe_key`;
}

/** Those of these people who chose emails about creators that they follow, with the digest or null for an email at once. */
export async function listMailed(
  tx: Tx,
  ids: string[],
): Promise<(Recipient & { digest: 'daily' | 'weekly' | null })[]> {
  return tx<(Recipient & { digest: 'daily' | 'weekly' | null })[]>`
    select u.id, u.email, u.locale, c.digest from users u join notification_choices c on c.user_id = u.id and c.topic = 'following' and c.email
    where u.id = any(${ids}::uuid[]) order by u.id`;
}

/** Those of these people who used the site in the last day. Only their windows may be open. */
export async function listRecentlyHere(sql: Connection, ids: string[]): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id from sessions
    where user_id = any(${ids}::uuid[]) and last_seen_at > clock_timestamp() - interval '1 day'`;
  return rows.map(({ userId }) => userId);
}
