import { listCategories } from '#contract/creators/creators.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { listPools, type PoolSort } from '#contract/pools.ts';
import { live, optional, query } from '#web/data/query.ts';

/** The filters and sort order of the feed. */
export interface FeedFilter {
  /** Category names; empty for all. */
  categories: readonly string[];
  /** Empty for no search. */
  search: string;
  /** Only pools that any verified creator can take. */
  anyCreator?: boolean;
  /** Default: the newest first, or the best matches first in a search. */
  sort?: PoolSort;
}

/** Every pool, newest first. */
export const unfilteredFeed: FeedFilter = { categories: [], search: '' };

/** Whether no filter is set. Highlighted pools appear above such a feed instead of in it. */
export const isUnfiltered = ({ categories, search, anyCreator }: FeedFilter) =>
  categories.length === 0 && search === '' && !anyCreator;

/** The page in a URL's query; 1 if the value is missing or invalid. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

const pools = (asked: CallInput<typeof listPools>['query']) => optional(live(query(listPools, { query: asked })));

/** All highlighted pools. The unfiltered feed below them leaves them out. */
export const highlightedPools = optional(
  live(query({ ...listPools, loadFailure: 'Failed to fetch highlighted pools' }, { query: { highlighted: 'true' } })),
);

/** One page of the feed. Only the unfiltered feed leaves out the highlighted pools, because they appear above it. */
export function feedPage(page: number, filter: FeedFilter = unfilteredFeed) {
  const { categories, search, anyCreator, sort } = filter;
  return pools({
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(search === '' ? {} : { search }),
    ...(anyCreator ? { anyCreator: 'true' as const } : {}),
    ...(sort ? { sort } : {}),
    ...(isUnfiltered(filter) ? { excludeHighlighted: 'true' as const } : {}),
    page,
    pageSize: limits.feedPageSize,
  });
}

/** All categories: adult ones first, then by name. */
export const poolCategories = optional(query(listCategories));

/** The newest pools that any verified creator can take. */
export const openToAny = feedPage(1, { ...unfilteredFeed, anyCreator: true });

/** Trending pools in some categories. */
export const popularIn = (categories: readonly string[]) =>
  pools({ categories: categories.join(','), sort: 'trending', pageSize: 12 });

/** Trending pools in all categories. */
export const popularNow = pools({ sort: 'trending', pageSize: 12 });
