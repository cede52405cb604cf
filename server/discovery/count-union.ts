import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countFeedUnion } from './feed.sql.ts';

type UnionFilter = Parameters<typeof countFeedUnion>[1];

/** Above this a count is remembered for a few seconds: counting a union takes time in proportion to it. */
const rememberFrom = 1000;
const rememberMs = 5000;
const maxRemembered = 500;
const rememberedCounts = contextState(() => new Map<string, { until: number; count: number }>());

/** How many pools several categories hold together; a pool in two of them counts once, which no stored counter knows. */
export async function countUnion(context: Platform, filter: UnionFilter): Promise<number> {
  const counts = rememberedCounts(context);
  const key = `${[...filter.categoryIds].sort((one, other) => one - other)} ${filter.adultToo} ${filter.highlighted}`;
  const found = counts.get(key);
  if (found && found.until > performance.now()) return found.count;
  const count = await countFeedUnion(context.db.sql, filter);
  if (counts.size >= maxRemembered) counts.clear();
  if (count >= rememberFrom) counts.set(key, { until: performance.now() + rememberMs, count });
  return count;
}
