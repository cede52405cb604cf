import type { PoolSort } from '#contract/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/**
 * The orders of the feed, each an index of its read model, whose alias is `f` everywhere. The newest have a table that no pledge
 * changes; the others stand in pool_ranks (migration 0017).
 */
export function feedTable(sql: Connection, sort: PoolSort) {
  return sort === 'newest' ? sql`pool_feed` : sql`pool_ranks`;
}

/** The sort key of a row, without its id. */
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

/** The reverse order. */
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
