import type { Database } from '#server/platform/postgres/db.ts';
import { countFeedUnion } from './feed.sql.ts';

type UnionFilter = Parameters<typeof countFeedUnion>[1];

/** Above this a count is remembered for a few seconds: counting a union takes time in proportion to it. */
const rememberFrom = 1000;
const rememberMs = 5000;
const maxRemembered = 500;
const remembered = new WeakMap<Database, Map<string, { until: number; count: number }>>();

/** How many pools several categories hold together; a pool in two of them counts once, which no stored counter knows. */
export async function countUnion(database: Database, filter: UnionFilter): Promise<number> {
  const counts = remembered.get(database) ?? new Map<string, { until: number; count: number }>();
  remembered.set(database, counts);
  const key = `${[...filter.categoryIds].sort((one, other) => one - other)} ${filter.adultToo} ${filter.highlighted}`;
  const found = counts.get(key);
  if (found && found.until > performance.now()) return found.count;
  const count = await countFeedUnion(database.sql, filter);
  if (counts.size >= maxRemembered) counts.clear();
  if (count >= rememberFrom) counts.set(key, { until: performance.now() + rememberMs, count });
  return count;
}
