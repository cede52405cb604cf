import type { PeopleSort } from '#contract/sorts.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface PersonRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  isVerified: boolean;
  createdAt: Date;
  poolCount: number;
  /** Counts what a private person backs, too. */
  backCount: number;
  backsPrivate: boolean;
  bio: string;
  /** True if the person owns the profile of an adult creator. */
  adult: boolean;
}

export interface ProfileRow extends PersonRow {
  isBlocked: boolean;
  creatorUsername: string | null;
}

/** A pledge `f` to a pool `p` that profiles show. */
const isShownBacking = (sql: Connection, seesAdult: boolean) => sql`
  f.status in ('pledged', 'charging', 'notified', 'paid') and not f.anonymous
    and pool_is_listed(p.status) ${seesAdult ? sql`` : sql`and not p.adult`}`;

const columns = (sql: Connection, seesAdult: boolean) => sql`
  u.id, u.username, u.display_name, u.avatar_url, u.is_verified, u.created_at, u.bio, u.backs_private,
  (select count(*) from pledges f join pools p on p.id = f.pool_id where f.fan_id = u.id and ${isShownBacking(sql, seesAdult)}) as back_count,
  (select count(*) from pools p where p.owner_id = u.id and pool_is_listed(p.status) ${seesAdult ? sql`` : sql`and not p.adult`})
    as pool_count, u.adult`;

export interface PeopleFilter {
  /** Escaped for LIKE. Null lists everyone. */
  pattern: string | null;
  /** The search text as typed. */
  text: string;
  seesAdult: boolean;
  /** By default the best match, and without a search the newest. */
  sort?: PeopleSort | undefined;
  limit: number;
  offset: number;
}

const allowsTypos = (text: string) => [...text].length >= 4;

/**
 * Matches people whose username or display name contains the text. Two letters are too short for a trigram, so they match only at
 * the beginning of a word. From four letters on, similar names match too, which allows for typos. Uses the trigram indexes of `users`.
 */
function nameFilter(sql: Connection, filter: Pick<PeopleFilter, 'pattern' | 'text' | 'seesAdult'>) {
  const { pattern, text, seesAdult } = filter;
  if (pattern === null) return sql``;
  // A hidden display name must not be searchable either.
  const adultFilter = seesAdult ? sql`` : sql`and (u.username ilike ${`%${pattern}%`} or not u.adult)`;
  return sql`${nameMatches(sql, { pattern, text })} ${adultFilter}`;
}

/** Matches without accents and inside Chinese and Japanese names, by the index users_search_folded. */
const matchesFolded = (sql: Connection, text: string) =>
  sql`(' ' || search_fold(u.username || ' ' || coalesce(u.display_name, '')) || ' ') like search_names_pattern(${text})`;

function nameMatches(sql: Connection, { pattern, text }: { pattern: string; text: string }) {
  const begins = `${pattern}%`;
  if ([...text].length < 3) {
    return sql`and (u.username ilike ${begins} or u.display_name ilike ${begins} or u.display_name ilike ${`% ${begins}`}
      or ${matchesFolded(sql, text)})`;
  }
  const anywhere = `%${begins}`;
  const nearly = allowsTypos(text) ? sql`or u.username %> ${text} or u.display_name %> ${text}` : sql``;
  return sql`and (u.username ilike ${anywhere} or u.display_name ilike ${anywhere} or ${matchesFolded(sql, text)} ${nearly})`;
}

/** Orders exact matches first, then names that begin with the text, then names that contain it, then similar names. */
function rankOrder(sql: Connection, { pattern, text }: Pick<PeopleFilter, 'pattern' | 'text'>) {
  if (pattern === null) return sql`u.created_at desc, u.id desc`;
  const begins = `${pattern}%`;
  const anywhere = `%${begins}`;
  // Similarity is slow to compute and only matters if similar names can match.
  const likeness = allowsTypos(text)
    ? sql`(u.username ilike ${anywhere} or u.display_name ilike ${anywhere} or ${matchesFolded(sql, text)}) is true desc,
      greatest(word_similarity(${text}, u.username), word_similarity(${text}, coalesce(u.display_name, ''))) desc,`
    : sql``;
  return sql`
    (lower(u.username) = lower(${text}) or lower(u.display_name) = lower(${text})) is true desc,
    (u.username ilike ${begins} or u.display_name ilike ${begins}) is true desc,
    ${likeness} u.created_at desc, u.id desc`;
}

/** Excludes deleted and suspended accounts. */
const isActive = (sql: Connection) => sql`u.suspended_at is null and u.deleted_at is null`;

/** For each person the number by which they are ordered: `ranked.n`. What private people back counts as nothing. */
function rankedBy(sql: Connection, { sort, seesAdult }: Pick<PeopleFilter, 'sort' | 'seesAdult'>) {
  if (sort === 'pools') {
    return sql`left join (select p.owner_id as person, count(*) as n from pools p
      where pool_is_listed(p.status) ${seesAdult ? sql`` : sql`and not p.adult`} group by 1) ranked on ranked.person = u.id`;
  }
  return sql`left join (select f.fan_id as person, count(*) as n from pledges f join pools p on p.id = f.pool_id
    where ${isShownBacking(sql, seesAdult)} group by 1) ranked on ranked.person = u.id and not u.backs_private`;
}

function orderOf(sql: Connection, filter: PeopleFilter) {
  const { sort, seesAdult } = filter;
  if (sort === undefined) return rankOrder(sql, filter);
  if (sort === 'newest') return sql`u.created_at desc, u.id desc`;
  if (sort !== 'name') return sql`coalesce(ranked.n, 0) desc, u.created_at desc, u.id desc`;
  // A hidden display name must not show in the order either. Names of any language, so in the order of Unicode: "Ärger" before "Zoe".
  return sql`coalesce(${seesAdult ? sql`` : sql`case when u.adult then u.username end,`} nullif(u.display_name, ''), u.username)
    collate "und-x-icu", u.id`;
}

/** Counting and ranking stop here: no one pages further. */
export const maxCounted = 10_000;

/** The ids of the first 10,000 people by the pools that they started or back. It counts the pools or pledges of everyone. */
export async function rankEveryone(
  sql: Connection,
  { sort, seesAdult }: { sort: 'pools' | 'backs'; seesAdult: boolean },
): Promise<string[]> {
  const filter = { sort, seesAdult, pattern: null, text: '', limit: maxCounted, offset: 0 };
  const rows = await sql<{ id: string }[]>`
    select u.id from users u ${rankedBy(sql, filter)} where ${isActive(sql)}
    order by ${orderOf(sql, filter)} limit ${maxCounted}`;
  return rows.map(({ id }) => id);
}

/** The people with these ids, in this order. Leaves out accounts that were deleted since then. */
export async function listPeopleByIds(sql: Connection, ids: string[], seesAdult: boolean): Promise<PersonRow[]> {
  return sql<PersonRow[]>`
    select ${columns(sql, seesAdult)} from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join users u on u.id = chosen.id
    where ${isActive(sql)}
    order by chosen.place`;
}

/** Counts the pools and pledges of the people on the page only, not of those before it. */
export async function listPeople(sql: Connection, filter: PeopleFilter): Promise<PersonRow[]> {
  const order = orderOf(sql, filter);
  const isRanked = filter.sort === 'pools' || filter.sort === 'backs';
  return sql<PersonRow[]>`
    select ${columns(sql, filter.seesAdult)} from (
      select u.id, ${isRanked ? sql`ranked.n` : sql`0`} as n from users u ${isRanked ? rankedBy(sql, filter) : sql``}
      where ${isActive(sql)} ${nameFilter(sql, filter)}
      order by ${order} limit ${filter.limit} offset ${filter.offset}) ranked
    join users u on u.id = ranked.id
    order by ${order}`;
}

/**
 * Exact up to 10,000. Beyond that, a search returns 10,000 and the list of everyone returns PostgreSQL's own estimate (`reltuples`).
 */
export async function countPeople(
  sql: Connection,
  filter: Pick<PeopleFilter, 'pattern' | 'text' | 'seesAdult'>,
): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from (
      select 1 from users u where ${isActive(sql)} ${nameFilter(sql, filter)} limit ${maxCounted + 1}) counted`;
  const n = row?.n ?? 0;
  if (n <= maxCounted) return n;
  if (filter.pattern !== null) return maxCounted;
  const [all] = await sql<{ n: number }[]>`select reltuples::bigint as n from pg_class where oid = 'users'::regclass`;
  return Math.max(maxCounted, all?.n ?? 0);
}

/** Finds people the viewer can message: leaves out the viewer and everyone with a block in either direction. */
export async function listPeopleToMessage(
  sql: Connection,
  filter: Pick<PeopleFilter, 'pattern' | 'text' | 'seesAdult' | 'limit'> & { viewerId: string },
): Promise<Pick<PersonRow, 'id' | 'username' | 'displayName' | 'avatarUrl' | 'adult'>[]> {
  return sql<Pick<PersonRow, 'id' | 'username' | 'displayName' | 'avatarUrl' | 'adult'>[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.adult from users u
    where ${isActive(sql)} and u.id <> ${filter.viewerId} ${nameFilter(sql, filter)}
      and u.id <> all(array(select a from people_apart_from(${filter.viewerId}::uuid) a))
    order by ${rankOrder(sql, filter)}
    limit ${filter.limit}`;
}

/** Finds a person by their current or a former username. */
export async function findProfile(
  sql: Connection,
  username: string,
  { viewerId, seesAdult }: { viewerId: string | null; seesAdult: boolean },
): Promise<ProfileRow | undefined> {
  const [row] = await sql<ProfileRow[]>`
    select ${columns(sql, seesAdult)},
      has_blocked(${viewerId}::uuid, u.id) as is_blocked,
      (select c.username from creator_profiles c where c.owner_id = u.id) as creator_username
    from users u
    where u.deleted_at is null and u.id = coalesce(
      (select n.id from users n where lower(n.username) = lower(${username})),
      (select f.user_id from former_usernames f where f.username = lower(${username})))`;
  return row;
}

export interface PoolsPage {
  /** Ids of the pools on this page, in order. */
  ids: string[];
  totalCount: number;
}

interface Window {
  seesAdult: boolean;
  limit: number;
  offset: number;
}

/** Finds the public pools that a person started. */
export async function findPoolsStartedBy(sql: Connection, userId: string, window: Window): Promise<PoolsPage> {
  return toPoolsPage(
    await sql<PoolsPageRow[]>`
    with seen as materialized (
      select p.id, p.created_at as at from pools p
      where p.owner_id = ${userId} and pool_is_listed(p.status) ${window.seesAdult ? sql`` : sql`and not p.adult`})
    ${pageOfSeen(sql, window)}`,
  );
}

/** Finds the public pools that a person backs without being anonymous. */
export async function findPoolsBackedBy(sql: Connection, userId: string, window: Window): Promise<PoolsPage> {
  return toPoolsPage(
    await sql<PoolsPageRow[]>`
    with seen as materialized (
      select p.id, f.created_at as at from pledges f join pools p on p.id = f.pool_id
      where f.fan_id = ${userId} and ${isShownBacking(sql, window.seesAdult)})
    ${pageOfSeen(sql, window)}`,
  );
}

type PoolsPageRow = { id: string | null; totalCount: number };

function pageOfSeen(sql: Connection, { limit, offset }: Window) {
  return sql`
    select b.id, t.total_count from (select count(*) as total_count from seen) t
    left join lateral (select id, at from seen order by at desc, id desc limit ${limit} offset ${offset}) b on true
    order by b.at desc, b.id desc`;
}

/** An empty page still has one row, with the count and no id. */
function toPoolsPage(rows: readonly PoolsPageRow[]): PoolsPage {
  return { ids: rows.flatMap(({ id }) => id ?? []), totalCount: rows[0]?.totalCount ?? 0 };
}
