import { listedPoolStatuses } from '#contract/pools/pool-status.ts';
import { isUuid } from '#contract/values/ids.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Matching } from '#server/platform/http/matching-rows.sql.ts';
import type { ListFilter } from '#server/platform/http/paging.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { newestFirst } from '#server/platform/postgres/row-position.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';

export interface PoolQueueRow {
  id: string;
  responseDueAt: Date | null;
  /** While it waits for the creator's payout account. */
  accountDueAt: Date | null;
  paymentDueAt: Date | null;
  shortfallDueAt: Date | null;
  deliveryDueAt: Date | null;
  quietUntil: Date | null;
  heldCents: number;
  contentMark: string;
}

/** `sort`: one of the orders of the endpoint. */
interface Place {
  sort: string;
  limit: number;
  offset: number;
}

/** Profiles whose name matches a search. A name that matches more is not a useful search. */
const matchesMax = 1000;

/** A condition on `p`. Each filter adds its own text, so that PostgreSQL plans for exactly these filters. */
function conditions(sql: Connection, { status, text, pattern }: ListFilter): Fragment {
  const byStatus = status === null ? sql`true` : status === 'frozen' ? sql`p.frozen` : sql`p.status = ${status}`;
  return sql`${byStatus} and ${text === null || pattern === null ? sql`true` : searched(sql, text, pattern)}`;
}

/** Indexes answer each part. */
function searched(sql: Connection, text: string, pattern: string): Fragment {
  if (isUuid(text)) return sql`p.id = ${text}`;
  return sql`(p.title ilike ${pattern} or p.owner_id = any (${peopleNamed(sql, pattern)})
    or p.creator_profile_id = any (array(
      select id from creator_profiles
      where username || ' ' || display_name || ' ' || full_name ilike ${pattern} and display_name ilike ${pattern}
      limit ${matchesMax})))`;
}

/** Pools in every state, by title, name of the owner or of the creator, or id. */
export const matchingPools = (sql: Connection, filter: ListFilter): Matching => [
  sql`select p.id, p.created_at from pools p where ${conditions(sql, filter)}`,
];

/** The last part of each order makes it total. */
function orderOf(sql: Connection, sort: string): Fragment {
  switch (sort) {
    case 'title':
      return sql`lower(p.title), p.id`;
    case '-title':
      return sql`lower(p.title) desc, p.id desc`;
    case 'deadline':
      return sql`p.clock_at, p.id`;
    case '-deadline':
      return sql`p.clock_at desc nulls last, p.id desc`;
    case 'status':
      return sql`p.status, p.created_at desc, p.id`;
    case '-status':
      return sql`p.status desc, p.created_at, p.id desc`;
    case 'pledged':
      return sql`${pledged(sql)}, p.created_at, p.id`;
    case '-pledged':
      return sql`${pledged(sql)} desc, p.created_at desc, p.id desc`;
    default:
      return newestFirst(sql, sort === 'oldest', 'p');
  }
}

/** A pool outside the feed has no live pledge. */
const pledged = (sql: Connection) => sql`case when pool_is_listed(p.status) then p.pledged_cents else 0 end`;

/** Counts the matching pools, up to `most`, and lists one page of their ids; none if there are `most`. */
export async function findPools(
  sql: Connection,
  filter: ListFilter,
  { most, sort, limit, offset }: Place & { most: number },
): Promise<{ totalCount: number; keys: string[] }> {
  const [row] = await planEachTime(sql<{ totalCount: number; keys: string[] }[]>`
    with m as materialized (select p.id from pools p where ${conditions(sql, filter)} limit ${most})
    select (select count(*) from m) as total_count,
      array(
        select p.id from m join pools p on p.id = m.id where (select count(*) from m) < ${most}
        order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}) as keys`);
  return row ?? { totalCount: 0, keys: [] };
}

/** Lists a page in order, without counting. Fast where many pools match. */
export async function walkPools(sql: Connection, filter: ListFilter, place: Place): Promise<string[]> {
  const { sort, limit, offset } = place;
  const statement =
    sort === 'pledged' || sort === '-pledged'
      ? idsByMoney(sql, filter, place)
      : sql`
        select p.id from pools p where ${conditions(sql, filter)}
        order by ${orderOf(sql, sort)} limit ${limit} offset ${offset}`;
  const rows = await planEachTime(sql<{ id: string }[]>`${statement}`);
  return rows.map(({ id }) => id);
}

/**
 * Orders by the pledged sum without an index on the pools, which every pledge would have to update. Discovery keeps the sums of listed
 * pools sorted (`pool_ranks`). Every other pool has no live pledge, so its sum is zero. Both parts read only as many rows as the page needs.
 */
function idsByMoney(sql: Connection, filter: ListFilter, { sort, limit, offset }: Place): Fragment {
  const where = conditions(sql, filter);
  const upTo = limit + offset;
  const down = sort === '-pledged';
  const order = down ? sql`cents desc, created_at desc, id desc` : sql`cents, created_at, id`;
  const ranked = down
    ? sql`k.funded_cents desc, k.created_at desc, k.pool_id desc`
    : sql`k.funded_cents, k.created_at, k.pool_id`;
  const rest = down ? sql`p.created_at desc, p.id desc` : sql`p.created_at, p.id`;
  // `offset 0` makes PostgreSQL follow the ranks. Where it could choose, it read every match of a common word to sort them.
  const listed = sql`
    (select k.pool_id as id, k.funded_cents as cents, k.created_at
      from pool_ranks k cross join lateral (select from pools p where p.id = k.pool_id and ${where} offset 0) p
      where k.category_id = 0 order by ${ranked} limit ${upTo})`;
  const others = sql`
    (select p.id, 0 as cents, p.created_at from pools p
      where not pool_is_listed(p.status) and ${where} order by ${rest} limit ${upTo})`;
  return sql`select id from (${partsOf(sql, filter.status, listed, others)}) sums order by ${order} limit ${limit} offset ${offset}`;
}

/** A part that has no pool of this status would search all pools in vain. */
function partsOf(sql: Connection, status: string | null, listed: Fragment, others: Fragment): Fragment {
  if (status === null || status === 'frozen') return sql`${listed} union all ${others}`;
  return listedPoolStatuses.some((each) => each === status) ? listed : others;
}

/** Reads pools in the order of the ids, with the held money from the ledger and not from a cached total. */
export async function listPoolsByIds(sql: Connection, ids: string[]): Promise<PoolQueueRow[]> {
  return sql<PoolQueueRow[]>`
    select p.id, p.response_due_at, case when p.account_paused_at is null then p.account_due_at end as account_due_at, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until, p.content_mark,
      coalesce((select -sum(e.amount_cents) from ledger_entries e where e.account = 'held:' || p.id), 0)::bigint as held_cents
    from unnest(${ids}::uuid[]) with ordinality i (id, n) join pools p on p.id = i.id
    order by i.n`;
}
