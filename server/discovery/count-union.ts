import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countFeedUnion } from './feed.sql.ts';
import { countNarrowed, type NarrowedSet } from './narrowing.sql.ts';

type UnionFilter = Parameters<typeof countFeedUnion>[1];

/** Counts from this size are cached for some seconds, because the cost of counting grows with it. */
const rememberFrom = 1000;
const rememberMs = 5000;
const maxRemembered = 500;
const rememberedCounts = contextState(() => new Map<string, { until: number; count: number }>());

/** Counts the pools of several categories. A pool in two of them counts once, so stored counters cannot answer. */
export const countUnion = (context: Platform, filter: UnionFilter): Promise<number> =>
  countOnce(context, keyOf(filter), () => countFeedUnion(context.db.sql, filter));

/** Counts the pools that pass the filters. */
export const countPassing = (context: Platform, set: NarrowedSet): Promise<number> =>
  countOnce(context, `${keyOf(set)} ${JSON.stringify(set.narrowing)}`, () => countNarrowed(context.db.sql, set));

const keyOf = ({ categoryIds, seesAdult, highlighted }: Omit<NarrowedSet, 'narrowing'>) =>
  `${[...categoryIds].sort((one, other) => one - other)} ${seesAdult} ${highlighted}`;

async function countOnce(context: Platform, key: string, read: () => Promise<number>): Promise<number> {
  const counts = rememberedCounts(context);
  const cached = counts.get(key);
  if (cached && cached.until > performance.now()) return cached.count;
  const count = await read();
  if (counts.size >= maxRemembered) counts.clear();
  if (count >= rememberFrom) counts.set(key, { until: performance.now() + rememberMs, count });
  return count;
}
