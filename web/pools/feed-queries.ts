import { listCategories } from '#contract/calls/creators.ts';
import { listPools } from '#contract/calls/pools.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { msg } from '#contract/language/text.ts';
import { live, optional, query } from '#web/data/query.ts';

/** The page in a URL's query; 1 if the value is missing or invalid. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Pools of a feed. */
export const poolsOf = (asked: CallInput<typeof listPools>['query']) =>
  optional(live(query(listPools, { query: asked })));

/** All highlighted pools. The unfiltered feed below them leaves them out. */
export const highlightedPools = optional(
  live(
    query({ ...listPools, loadFailure: msg`Failed to fetch highlighted pools` }, { query: { highlighted: 'true' } }),
  ),
);

/** All categories: adult ones first, then by name. */
export const poolCategories = optional(query(listCategories));

/** Trending pools in some categories. */
export const popularIn = (categories: readonly string[]) =>
  poolsOf({ categories: categories.join(','), sort: 'trending', pageSize: 12 });

/** Trending pools in all categories. */
export const popularNow = poolsOf({ sort: 'trending', pageSize: 12 });
