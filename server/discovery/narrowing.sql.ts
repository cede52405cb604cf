import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { type CardRow, liveCardColumns, liveCardJoins } from '#server/pools/pool-card-rows.ts';
import { type FeedFilter, feedCondition } from './feed.sql.ts';
import { feedTable, orderKeys, orderKeysBackwards } from './feed-order.sql.ts';

/** Filters of the feed beyond its categories. The read model has no counters for them. */
export interface Narrowing {
  anyCreator: boolean;
  /** Only pools for creators that this person follows. */
  followerId: string | undefined;
  /** The range of the goal, in cents, inclusive. */
  minGoal: number | undefined;
  maxGoal: number | undefined;
  /** The pool takes pledges for at most this many days until its deadline. */
  maxDays: number | undefined;
}

export const isNarrowing = ({ anyCreator, followerId, minGoal, maxGoal, maxDays }: Narrowing): boolean =>
  anyCreator || followerId !== undefined || minGoal !== undefined || maxGoal !== undefined || maxDays !== undefined;

/** SQL conditions on the pool `p`, each with a leading "and". */
export function narrowedTo(
  sql: Connection,
  { anyCreator, followerId, minGoal, maxGoal, maxDays }: Narrowing,
): Fragment {
  const open = sql`
    and p.creator_profile_id is null and p.assigned_creator_id is null and p.status in ('open', 'goal_met') and not p.frozen`;
  return sql`
    ${anyCreator ? open : sql``}
    ${followerId === undefined ? sql`` : sql`and p.id in (${followedPools(sql, followerId)})`}
    ${minGoal === undefined ? sql`` : sql`and p.goal_cents >= ${minGoal}`}
    ${maxGoal === undefined ? sql`` : sql`and p.goal_cents <= ${maxGoal}`}
    ${maxDays === undefined ? sql`` : sql`and ${isWithin(sql, sql`pool_ends_at(p.status, p.frozen, p.deadline)`, maxDays)}`}`;
}

/** The ids of the pools that ask creators that this person follows, or that these creators took on. A union, because each half has an index. */
const followedPools = (sql: Connection, followerId: string) => sql`
  select x.id from creator_follows f join pools x on x.creator_profile_id = f.profile_id where f.user_id = ${followerId}
  union
  select x.id from creator_follows f join creator_profiles c on c.id = f.profile_id join pools x on x.assigned_creator_id = c.owner_id
  where f.user_id = ${followerId}`;

/** The moment is in the future, at most this many days away. */
const isWithin = (sql: Connection, at: Fragment, days: number) =>
  sql`${at} > now() and ${at} <= now() + ${days} * interval '1 day'`;

export interface NarrowedSet extends Pick<FeedFilter, 'seesAdult' | 'highlighted'> {
  /** [0] is the whole feed. */
  categoryIds: readonly number[];
  narrowing: Narrowing;
}

/** The ids of the pools of a filter. The partial indexes of `pools` find them; pool_ranks has an index for the deadlines. */
export function narrowedIds(sql: Connection, { seesAdult, highlighted, categoryIds, narrowing }: NarrowedSet) {
  const { maxDays } = narrowing;
  const ending = sql`
    and p.id in (select r.pool_id from pool_ranks r where r.category_id = 0 and ${isWithin(sql, sql`r.ends_at`, maxDays ?? 0)})`;
  return sql`
    select p.id from pools p
    where pool_is_listed(p.status) ${narrowedTo(sql, narrowing)} ${maxDays === undefined ? sql`` : ending}
      ${categoryIds.includes(0) ? sql`` : sql`and p.category_ids && ${[...categoryIds]}::smallint[]`}
      ${seesAdult ? sql`` : sql`and not p.adult`}
      ${highlighted === 'any' ? sql`` : highlighted === 'only' ? sql`and p.is_highlighted` : sql`and not p.is_highlighted`}`;
}

export async function countNarrowed(sql: Connection, set: NarrowedSet): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*) as n from (${narrowedIds(sql, set)}) p`;
  return row?.n ?? 0;
}

type Page = NarrowedSet & Pick<FeedFilter, 'sort' | 'limit' | 'offset'>;

/** One page of a filter that few pools pass: finds all of them, then sorts. */
export async function listFewNarrowed(sql: Connection, { sort, limit, offset, ...set }: Page): Promise<CardRow[]> {
  return sql<CardRow[]>`
    with matches as materialized (${narrowedIds(sql, set)})
    select ${liveCardColumns(sql)}
    from (
      select f.* from matches n join ${feedTable(sql, sort)} f on f.pool_id = n.id and f.category_id = 0
      order by ${orderKeys(sql, sort)} limit ${limit} offset ${offset}) f
    join pools p on p.id = f.pool_id ${liveCardJoins(sql)}
    order by ${orderKeys(sql, sort)}`;
}

/**
 * One page of a filter that many pools pass, `total` of them: reads the order, from its nearer end, until the page is full. `offset 0` makes
 * PostgreSQL look up each row instead of sorting all of them.
 */
export async function listManyNarrowed(
  sql: Connection,
  { sort, limit, offset, categoryIds, narrowing, total, ...condition }: Page & { total: number },
): Promise<CardRow[]> {
  const [only = 0, ...others] = categoryIds;
  const fromEnd = offset * 2 > total;
  const left = Math.max(0, total - offset);
  return sql<CardRow[]>`
    select ${liveCardColumns(sql)}
    from (
      select f.* from ${feedTable(sql, sort)} f
      cross join lateral (
        select from pools p where p.id = f.pool_id ${narrowedTo(sql, narrowing)}
          ${others.length > 0 ? sql`and p.category_ids && ${[...categoryIds]}::smallint[]` : sql``} offset 0) p
      where f.category_id = ${others.length > 0 ? 0 : only} ${feedCondition(sql, condition)}
      order by ${fromEnd ? orderKeysBackwards(sql, sort) : orderKeys(sql, sort)}
      limit ${fromEnd ? Math.min(limit, left) : limit} offset ${fromEnd ? Math.max(0, left - limit) : offset}) f
    join pools p on p.id = f.pool_id ${liveCardJoins(sql)}
    order by ${orderKeys(sql, sort)}`;
}
