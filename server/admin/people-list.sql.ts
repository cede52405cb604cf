import type { Role } from '#contract/accounts.ts';
import { canonicalEmail } from '#server/platform/mail/email-address.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';

export interface AdminPersonRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  email: string;
  role: Role;
  isVerified: boolean;
  emailVerifiedAt: Date | null;
  suspendedAt: Date | null;
  suspendedUntil: Date | null;
  deletedAt: Date | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  heldCents: number;
  payoutsHeld: boolean;
}

export interface PeopleFilter {
  /** Escaped for LIKE; null for no search. */
  search: string | null;
  /** The search if it is a person's id. */
  id: string | null;
  status: 'active' | 'suspended' | 'deleted' | null;
  role: Role | null;
  verified: boolean | null;
  emailVerified: boolean | null;
  isNew: boolean | null;
  held: boolean | null;
}

export type PeopleSort = 'newest' | 'oldest' | 'name' | 'name_desc';

interface Place {
  sort: PeopleSort;
  limit: number;
  offset: number;
}

/** A person is new for this many days. */
const newDays = 7;

/** The states of a pool between collecting and releasing its money. Not parameters, because a partial index has the same condition. */
const holdsMoney = (sql: Connection) =>
  sql`w.status in ('collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered')`;

/** The paid pledges of person `u` whose money is still held; `sum` or `exists` goes around it. Partial indexes contain all it reads. */
const heldPledges = (sql: Connection) => sql`
  from pledges p
  where p.fan_id = u.id and p.status in ('paid', 'refund_pending')
    and (p.status = 'refund_pending' or exists (select from pools w where w.id = p.pool_id and ${holdsMoney(sql)}))`;

function statusMatches(sql: Connection, status: PeopleFilter['status']) {
  if (status === 'deleted') return sql`u.deleted_at is not null`;
  if (status === 'suspended') return sql`u.deleted_at is null and u.suspended_at is not null`;
  return status === 'active' ? sql`u.deleted_at is null and u.suspended_at is null` : sql`u.deleted_at is null`;
}

/** Fewer than three letters are too short for the trigram indexes, so they match only the beginning of a name. */
function searchMatches(sql: Connection, { search, id }: PeopleFilter) {
  if (id !== null) return sql`and u.id = ${id}`;
  if (search === null) return sql``;
  const pattern = [...search].length < 3 ? `${search}%` : `%${search}%`;
  const [, local] = /^(.{3,})@.+$/u.exec(search) ?? [];
  if (local !== undefined) {
    // The index looks for the part before the @ only: the letters of a domain are in very many addresses.
    return sql`and u.email ilike ${`%${local}@%`} 
      and (lower(u.email) like lower(${pattern}) or lower(u.email) like lower(${`%${canonicalEmail(search)}%`}))`;
  }
  return sql`and (u.username ilike ${pattern} or u.display_name ilike ${pattern} or u.email ilike ${pattern}
    or (' ' || search_fold(u.username || ' ' || coalesce(u.display_name, '')) || ' ') like search_names_pattern(${search}))`;
}

function isOr(sql: Connection, expected: boolean | null, is: Fragment, isNot: Fragment): Fragment {
  if (expected === null) return sql``;
  return expected ? sql`and ${is}` : sql`and ${isNot}`;
}

function matches(sql: Connection, filter: PeopleFilter) {
  // now() and not clock_timestamp(), which no index can be searched for.
  const recent = sql`now() - make_interval(days => ${newDays})`;
  return sql`${statusMatches(sql, filter.status)}
    ${filter.role === null ? sql`` : sql`and u.role = ${filter.role}`}
    ${isOr(sql, filter.verified, sql`u.is_verified`, sql`not u.is_verified`)}
    ${isOr(sql, filter.emailVerified, sql`u.email_verified_at is not null`, sql`u.email_verified_at is null`)}
    ${isOr(sql, filter.isNew, sql`u.created_at > ${recent}`, sql`u.created_at <= ${recent}`)}
    ${isOr(sql, filter.held, sql`exists (select ${heldPledges(sql)})`, sql`not exists (select ${heldPledges(sql)})`)}
    ${searchMatches(sql, filter)}`;
}

const orders = {
  newest: (sql: Connection) => sql`u.created_at desc, u.id desc`,
  oldest: (sql: Connection) => sql`u.created_at, u.id`,
  name: (sql: Connection) => sql`lower(u.username)`,
  name_desc: (sql: Connection) => sql`lower(u.username) desc`,
} satisfies Record<PeopleSort, unknown>;

/**
 * The matching people, up to `most`, in no order. PostgreSQL chooses whether to start from the people or from the paid pledges, which it
 * can do only with a join. Both parts contain their first `most` people, so their union does not miss any below `most`.
 */
function anyMatches(sql: Connection, filter: PeopleFilter, most: number): Fragment {
  const columns = sql`u.id, u.created_at, u.username`;
  if (!filter.held) return sql`select ${columns} from users u where ${matches(sql, filter)} limit ${most}`;
  const others = matches(sql, { ...filter, held: null });
  return sql`
    select * from (
      (select distinct on (u.id) ${columns} from users u join pledges p on p.fan_id = u.id join pools w on w.id = p.pool_id
        where p.status = 'paid' and ${holdsMoney(sql)} and ${others} order by u.id limit ${most})
      union
      (select distinct on (u.id) ${columns} from users u join pledges p on p.fan_id = u.id
        where p.status = 'refund_pending' and ${others} order by u.id limit ${most})) held
    limit ${most}`;
}

/** Counts the matching people, up to `most`, and lists one page of their ids. With `most` or more people the page is arbitrary. */
export async function findPeople(
  sql: Connection,
  filter: PeopleFilter,
  { most, sort, limit, offset }: Place & { most: number },
): Promise<{ totalCount: number; ids: string[] }> {
  const [row] = await planEachTime(sql<{ totalCount: number; ids: string[] }[]>`
    with u as materialized (${anyMatches(sql, filter, most)})
    select (select count(*) from u) as total_count,
      array(select u.id from u order by ${orders[sort](sql)} limit ${limit} offset ${offset}) as ids`);
  return row ?? { totalCount: 0, ids: [] };
}

/** Lists a page in order, without counting. Fast where many people match. */
export async function walkPeople(sql: Connection, filter: PeopleFilter, place: Place): Promise<string[]> {
  const rows = await planEachTime(sql<{ id: string }[]>`
    select u.id from users u where ${matches(sql, filter)}
    order by ${orders[place.sort](sql)} limit ${place.limit} offset ${place.offset}`);
  return rows.map(({ id }) => id);
}

/** Lists the next people after `afterId`, by the time when they joined, for an export. */
export async function walkPeopleFrom(
  sql: Connection,
  filter: PeopleFilter,
  { afterId, oldestFirst, limit }: { afterId: string | null; oldestFirst: boolean; limit: number },
): Promise<string[]> {
  const last = sql`(select x.created_at, x.id from users x where x.id = ${afterId})`;
  const further = afterId === null ? sql`` : sql`and (u.created_at, u.id) ${oldestFirst ? sql`>` : sql`<`} ${last}`;
  const rows = await sql<{ id: string }[]>`
    select u.id from users u where ${matches(sql, filter)} ${further}
    order by ${orders[oldestFirst ? 'oldest' : 'newest'](sql)} limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Reads people in the order of the ids. */
export async function listPeopleByIds(sql: Connection, ids: readonly string[]): Promise<AdminPersonRow[]> {
  return sql<AdminPersonRow[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.email, u.role, u.is_verified, u.email_verified_at, u.suspended_at,
      u.suspended_until, u.deleted_at, u.created_at,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
      (select coalesce(sum(p.amount_cents), 0)::bigint ${heldPledges(sql)}) as held_cents,
      exists (select from payout_holds h where h.user_id = u.id) as payouts_held
    from unnest(${[...ids]}::uuid[]) with ordinality i (id, n) join users u on u.id = i.id
    order by i.n`;
}
