import { limits } from '#contract/limits.ts';
import type { PageFilter, RowPosition } from '#server/platform/http/paging.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { afterPosition, rowPosition } from '#server/platform/postgres/row-position.ts';
import { newest } from './queue.sql.ts';

export interface PoolQueueRow extends RowPosition {
  responseDueAt: Date | null;
  paymentDueAt: Date | null;
  shortfallDueAt: Date | null;
  deliveryDueAt: Date | null;
  quietUntil: Date | null;
  heldCents: number;
  /** At most `limits.adminCountMax` plus one. */
  totalCount: number;
}

type Fragment = ReturnType<typeof newest>;
type PoolFilter = PageFilter & { id?: string };

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** People and profiles whose name matches a search. A name that matches more is not a useful search. */
const matchesMax = 1000;

/** A condition on `p`. Each filter adds its own text, so that PostgreSQL plans for exactly these filters. */
function conditions(sql: Connection, filter: PoolFilter) {
  const { id, status, search } = filter;
  const byId = id === undefined ? sql`true` : sql`p.id = ${id}`;
  const byStatus = status === null ? sql`true` : status === 'frozen' ? sql`p.frozen` : sql`p.status = ${status}`;
  return sql`${byId} and ${byStatus} and ${search === null ? sql`true` : matching(sql, search)} and ${afterPosition(sql, filter, 'p')}`;
}

/** Trigram indexes serve these conditions. A text of one or two characters has no trigram inside a word, so it matches only beginnings. */
function matching(sql: Connection, search: string) {
  if (isUuid.test(search)) return sql`p.id = ${search}`;
  const pattern = search.length < 3 ? `${search}%` : `%${search}%`;
  return sql`(p.title ilike ${pattern}
    or p.owner_id = any (array(select id from users where username ilike ${pattern} limit ${matchesMax}))
    or p.creator_profile_id = any (array(
      select id from creator_profiles
      where username || ' ' || display_name || ' ' || full_name ilike ${pattern} and display_name ilike ${pattern}
      limit ${matchesMax})))`;
}

/** Ids of the page in its order. The last part of each order makes it total. */
function pageIds(sql: Connection, filter: PoolFilter) {
  const { sort, limit, offset } = filter;
  const where = conditions(sql, filter);
  const plain = (order: Fragment) =>
    sql`select p.id from pools p where ${where} order by ${order} limit ${limit} offset ${offset}`;
  switch (sort) {
    case 'title':
      return plain(sql`lower(p.title), p.id`);
    case '-title':
      return plain(sql`lower(p.title) desc, p.id desc`);
    case 'deadline':
      return plain(sql`p.clock_at, p.id`);
    case '-deadline':
      return plain(sql`p.clock_at desc nulls last, p.id desc`);
    case 'status':
      return plain(sql`p.status, p.created_at desc, p.id`);
    case '-status':
      return plain(sql`p.status desc, p.created_at, p.id desc`);
    case 'pledged':
    case '-pledged':
      return idsByMoney(sql, where, filter);
    default:
      return plain(newest(sql, filter.oldestFirst, 'p'));
  }
}

/**
 * Orders by the pledged sum without an index on the pools, which every pledge would have to update. Discovery keeps the sums of listed
 * pools sorted (`pool_ranks`). Every other pool has no live pledge, so its sum is zero. Both parts read only as many rows as the page needs.
 */
function idsByMoney(sql: Connection, where: Fragment, { sort, limit, offset }: PoolFilter) {
  const upTo = limit + offset;
  const down = sort === '-pledged';
  const order = down ? sql`cents desc, created_at desc, id desc` : sql`cents, created_at, id`;
  const ranked = down
    ? sql`k.funded_cents desc, k.created_at desc, k.pool_id desc`
    : sql`k.funded_cents, k.created_at, k.pool_id`;
  const rest = down ? sql`p.created_at desc, p.id desc` : sql`p.created_at, p.id`;
  return sql`
    select id from (
      (select p.id, k.funded_cents as cents, k.created_at
        from pool_ranks k join pools p on p.id = k.pool_id
        where k.category_id = 0 and ${where} order by ${ranked} limit ${upTo})
      union all
      (select p.id, 0, p.created_at from pools p
        where not pool_is_listed(p.status) and ${where} order by ${rest} limit ${upTo})
    ) sums order by ${order} limit ${limit} offset ${offset}`;
}

/** Lists pools; `id` selects one. Reads the held money from the ledger, not from a cached total. */
export async function listPoolQueue(sql: Connection, filter: PoolFilter): Promise<PoolQueueRow[]> {
  return sql<PoolQueueRow[]>`
    with page as materialized (
      select id, row_number() over () as place from (${pageIds(sql, filter)}) ids
    ), counted as materialized (
      select count(*) as total from (
        select 1 from pools p where ${conditions(sql, filter)} limit ${limits.adminCountMax + 1}
      ) matching
    )
    select p.id, p.response_due_at, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until,
      ${rowPosition(sql, 'p')}, (select total from counted) as total_count,
      coalesce((select -sum(e.amount_cents) from ledger_entries e where e.account = 'held:' || p.id), 0)::bigint as held_cents
    from page join pools p on p.id = page.id
    order by page.place`;
}
