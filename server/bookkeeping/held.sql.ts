import type { PoolStatus } from '#contract/pools/pools.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';
import { joinFiguresAtEnd, shownFans } from '#server/pledges/figures-at-end.ts';

export interface HeldRow {
  id: string;
  poolTitle: string;
  status: PoolStatus;
  frozen: boolean;
  heldCents: number;
  fanCount: number;
  creator: string | null;
  dueAt: Date | null;
}

export interface HeldFilter {
  /** A pool's status, or `frozen`. */
  status: string | null;
  /** A pattern for `ilike`, and the search if it is an id; null for no search. */
  search: { pattern: string; id: string | null } | null;
}

export type HeldSort = '-held' | 'held' | 'title' | '-title' | 'deadline' | '-deadline';

const positive = (sql: Connection) => sql`b.account like 'held:%' and b.balance_cents > 0`;

interface Source {
  /** Balances with the columns of `ledger_balances` as `b`. */
  balances?: Fragment | undefined;
  /** Starts from the pools, in the order of one of their indexes, instead of the balances. */
  fromPools?: boolean;
}

/** Pools that hold money, by their balance in the ledger. */
function matching(
  sql: Connection,
  { status, search }: HeldFilter,
  { balances, fromPools = false }: Source = {},
): Fragment {
  const byStatus = status === null ? sql`true` : status === 'frozen' ? sql`o.frozen` : sql`o.status = ${status}`;
  // `offset 0` makes PostgreSQL read the balance of each pool. Otherwise it reads all balances for a search of few pools.
  const tables = fromPools
    ? sql`pools o cross join lateral (select b.* from ledger_balances b where b.account = 'held:' || o.id offset 0) b`
    : sql`${balances ?? sql`ledger_balances b`} join pools o on o.id = substr(b.account, 6)::uuid`;
  return sql`
    select o.id, o.title, o.status, o.frozen, o.clock_at, o.assigned_creator_id, b.account, b.balance_cents
    from ${tables} where ${positive(sql)} and ${byStatus} and ${searched(sql, search)}`;
}

function searched(sql: Connection, search: HeldFilter['search']): Fragment {
  if (search === null) return sql`true`;
  const { pattern, id } = search;
  if (id !== null) return sql`(o.id = ${id} or o.assigned_creator_id = ${id})`;
  return sql`(o.title ilike ${pattern} or o.assigned_creator_id = any (${peopleNamed(sql, pattern)}))`;
}

const orders: Record<HeldSort, (sql: Connection) => Fragment> = {
  '-held': (sql) => sql`x.balance_cents desc, x.account`,
  held: (sql) => sql`x.balance_cents, x.account`,
  title: (sql) => sql`lower(x.title), x.id`,
  '-title': (sql) => sql`lower(x.title) desc, x.id desc`,
  deadline: (sql) => sql`x.clock_at nulls last, x.id`,
  '-deadline': (sql) => sql`x.clock_at desc nulls last, x.id desc`,
};

const columns = (sql: Connection) => sql`
  x.id, x.title as pool_title, x.status, x.frozen, x.balance_cents as held_cents, ${shownFans(sql)}, u.username as creator, x.clock_at as due_at`;
const details = (sql: Connection) =>
  sql`join pools p on p.id = x.id ${joinFiguresAtEnd(sql)} left join users u on u.id = x.assigned_creator_id`;

/** For each row of a page, so many balances are searched for a match before all of them are. */
const balancesPerRow = 200;

interface HeldPlace {
  sort: HeldSort;
  limit: number;
  offset: number;
  /** Whether so many pools match that a page is likely among the first balances. */
  isCommon?: boolean;
}

export async function listHeld(
  sql: Connection,
  filter: HeldFilter,
  { sort, limit, offset, isCommon = false }: HeldPlace,
): Promise<HeldRow[]> {
  const order = orders[sort](sql);
  const pageOf = (source: Source) =>
    planEachTime(sql<HeldRow[]>`
      select ${columns(sql)}
      from (
        select * from (${matching(sql, filter, source)}) x
        order by ${order} limit ${limit} offset ${offset}) x ${details(sql)}
      order by ${order}`);
  if (sort !== 'held' && sort !== '-held') return pageOf({ fromPools: true });

  const end = limit + offset;
  if (isAll(filter)) return pageOf({ balances: firstBalances(sql, sort, end) });
  if (isCommon) {
    const rows = await pageOf({ balances: firstBalances(sql, sort, end * balancesPerRow) });
    if (rows.length === limit) return rows;
  }
  return pageOf({ fromPools: filter.search !== null });
}

export const isAll = ({ status, search }: HeldFilter): boolean => status === null && search === null;

/** The first balances in order: sorting them alone saves reading every pool that holds money. */
const firstBalances = (sql: Connection, sort: 'held' | '-held', upTo: number): Fragment => sql`
  (select b.* from ledger_balances b where ${positive(sql)}
    order by b.balance_cents ${sort === 'held' ? sql`` : sql`desc`}, b.account limit ${upTo}) b`;

/** Counts the pools that hold money, up to `most`. */
export async function countHeld(sql: Connection, filter: HeldFilter, most: number): Promise<number> {
  // Each balance belongs to a pool, so the balances alone tell the number of all.
  const rows = isAll(filter)
    ? sql`select 1 as one from ledger_balances b where ${positive(sql)}`
    : matching(sql, filter, { fromPools: filter.search !== null });
  const [row] = await planEachTime(sql<{ count: number }[]>`
    select count(*) as count from (select 1 from (${rows}) m limit ${most}) x`);
  return row?.count ?? 0;
}

/** Lists the next pools after `afterId`, for an export. Balances change in the meantime, so the order is by id. */
export async function walkHeld(
  sql: Connection,
  filter: HeldFilter,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<HeldRow[]> {
  const further = afterId === null ? sql`true` : sql`x.account > ${`held:${afterId}`}`;
  return sql<HeldRow[]>`
    select ${columns(sql)}
    from (${matching(sql, filter)}) x ${details(sql)}
    where ${further} order by x.account limit ${limit}`;
}

/** Reads a pool with its balance, which may be zero by now. */
export async function findHeld(sql: Connection, poolId: string): Promise<HeldRow | undefined> {
  const [row] = await sql<HeldRow[]>`
    select ${columns(sql)}
    from (
      select o.*, coalesce(b.balance_cents, 0) as balance_cents
      from pools o left join ledger_balances b on b.account = 'held:' || o.id where o.id = ${poolId}) x ${details(sql)}`;
  return row;
}
