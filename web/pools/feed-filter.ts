import { limits } from '#contract/limits.ts';
import type { PoolSort } from '#contract/sorts.ts';
import { poolsOf } from './feed-queries.ts';

/** Filters besides the categories and the search. */
export interface FeedNarrowing {
  /** Only pools that any verified creator can take. */
  anyCreator?: true | undefined;
  /** Only pools for creators that the person follows. */
  following?: true | undefined;
  /** The range of the goal, in cents, inclusive. */
  minGoal?: number | undefined;
  maxGoal?: number | undefined;
  /** At most this many days until the deadline. */
  maxDays?: number | undefined;
}

/** The filters and sort order of the feed. */
export interface FeedFilter extends FeedNarrowing {
  /** Category names; empty for all. */
  categories: readonly string[];
  /** Empty for no search. */
  search: string;
  /** Default: the newest first, or the best matches first in a search. */
  sort?: PoolSort;
}

/** Every pool, newest first. */
export const unfilteredFeed: FeedFilter = { categories: [], search: '' };

/** The narrowing part of a filter, without absent values. */
export const narrowingOf = ({ anyCreator, following, minGoal, maxGoal, maxDays }: FeedNarrowing) => ({
  ...(following ? { following } : {}),
  ...(anyCreator ? { anyCreator } : {}),
  ...(minGoal ? { minGoal } : {}),
  ...(maxGoal ? { maxGoal } : {}),
  ...(maxDays ? { maxDays } : {}),
});

export const isNarrowed = (filter: FeedNarrowing) => Object.keys(narrowingOf(filter)).length > 0;

/** Whether no filter is set. Highlighted pools appear above such a feed instead of in it. */
export const isUnfiltered = (filter: FeedFilter) =>
  filter.categories.length === 0 && filter.search === '' && !isNarrowed(filter);

/** One page of the feed. Only the unfiltered feed leaves out the highlighted pools, because they appear above it. */
export function feedPage(page: number, filter: FeedFilter = unfilteredFeed) {
  const { categories, search, sort } = filter;
  const { anyCreator, following, ...ranges } = narrowingOf(filter);
  return poolsOf({
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(search === '' ? {} : { search }),
    ...(following ? { following: 'true' as const } : {}),
    ...(anyCreator ? { anyCreator: 'true' as const } : {}),
    ...ranges,
    ...(sort ? { sort } : {}),
    ...(isUnfiltered(filter) ? { excludeHighlighted: 'true' as const } : {}),
    page,
    pageSize: limits.feedPageSize,
  });
}

/** The newest pools that any verified creator can take. */
export const openToAny = feedPage(1, { ...unfilteredFeed, anyCreator: true });
