import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countFeedUnion } from './feed.sql.ts';

type UnionFilter = Parameters<typeof countFeedUnion>[1];

/** Counts from this size are cached for some seconds, because the cost of counting a union grows with its size. */
const rememberFrom = 1000;
const rememberMs = 5000;
const maxRemembered = 500;
const rememberedCounts = contextState(() => new Map<string, { until: number; count: number }>());

/** Counts the pools of several categories. A pool in two of them counts once, so stored counters cannot answer. */
export async function countUnion(context: Platform, filter: UnionFilter): Promise<number> {
  const counts = rememberedCounts(context);
  const key = `${[...filter.categoryIds].sort((one, other) => one - other)} ${filter.includeAdult} ${filter.highlighted}`;
  const found = counts.get(key);
  if (found && found.until > performance.now()) return found.count;
  const count = await countFeedUnion(context.db.sql, filter);
  if (counts.size >= maxRemembered) counts.clear();
  if (count >= rememberFrom) counts.set(key, { until: performance.now() + rememberMs, count });
  return count;
}
