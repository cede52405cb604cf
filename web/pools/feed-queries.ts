import { limits } from '#contract/limits.ts';
import { listPools } from '#contract/pools.ts';
import { optional, query } from '#web/data/query.ts';

/** Everything highlighted; the feed below leaves it out. */
export const highlightedPools = optional(query(listPools, { query: { highlighted: 'true' } }));

/** One page of the feed. */
export const feedPage = (page: number) =>
  optional(query(listPools, { query: { excludeHighlighted: 'true', page, pageSize: limits.feedPageSize } }));

/** The page that an address asks for; the first for anything strange. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
