import type { PoolSort } from '#contract/sorts.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/**
 * The table for a sort order, which has an index for each order. Queries alias it as `f`. "Newest" reads pool_feed, which pledges do not
 * change; the other orders read pool_ranks. "Trending" orders by heat: the SQL functions `pool_activity` (weights) and `heat_plus`
 * (halving each day) in pools/pool-heat.sql compute it.
 */
export function feedTable(sql: Connection, sort: PoolSort) {
  return sort === 'newest' ? sql`pool_feed` : sql`pool_ranks`;
}

/** The columns of the sort key, without the id. */
export function orderColumns(sql: Connection, sort: PoolSort) {
  switch (sort) {
    case 'newest':
      return sql`f.created_at`;
    case 'trending':
      return sql`f.heat`;
    case 'most-funded':
      return sql`f.funded_cents, f.created_at`;
    case 'almost-there':
      return sql`f.nearness, f.created_at`;
    case 'ending-soon':
      return sql`f.ends_at, f.created_at`;
  }
}

export function orderKeys(sql: Connection, sort: PoolSort) {
  switch (sort) {
    case 'newest':
      return sql`f.created_at desc, f.pool_id desc`;
    case 'trending':
      return sql`f.heat desc, f.pool_id desc`;
    case 'most-funded':
      return sql`f.funded_cents desc, f.created_at desc, f.pool_id desc`;
    case 'almost-there':
      return sql`f.nearness desc, f.created_at desc, f.pool_id desc`;
    case 'ending-soon':
      return sql`f.ends_at, f.created_at desc, f.pool_id desc`;
  }
}

/** The reverse order, for pages that are nearer to the end. */
export function orderKeysBackwards(sql: Connection, sort: PoolSort) {
  switch (sort) {
    case 'newest':
      return sql`f.created_at, f.pool_id`;
    case 'trending':
      return sql`f.heat, f.pool_id`;
    case 'most-funded':
      return sql`f.funded_cents, f.created_at, f.pool_id`;
    case 'almost-there':
      return sql`f.nearness, f.created_at, f.pool_id`;
    case 'ending-soon':
      return sql`f.ends_at desc, f.created_at, f.pool_id`;
  }
}
