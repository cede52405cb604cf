import { listCategories } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import { listPools, type PoolSort } from '#contract/pools.ts';
import { optional, query } from '#web/data/query.ts';

/** What is chosen of the feed. */
export interface FeedFilter {
  /** By name; none for all. */
  categories: readonly string[];
  /** Empty for no search. */
  search: string;
  /** Without one the newest come first, and in a search the best matches. */
  sort?: PoolSort;
}

/** Every pool, the newest first. */
export const unfilteredFeed: FeedFilter = { categories: [], search: '' };

/** Whether no filter is set. Highlighted pools appear above such a feed instead of in it. */
export const isUnfiltered = ({ categories, search }: FeedFilter) => categories.length === 0 && search === '';

/** The page that an address asks for; the first for anything strange. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** Everything highlighted; the feed below leaves it out. */
export const highlightedPools = optional(
  query({ ...listPools, loadFailure: 'Failed to fetch highlighted pools' }, { query: { highlighted: 'true' } }),
);

/** One page of the feed. Only the whole leaves out what is highlighted above it. */
export function feedPage(page: number, filter: FeedFilter = unfilteredFeed) {
  const { categories, search, sort } = filter;
  return optional(
    query(listPools, {
      query: {
        ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
        ...(search === '' ? {} : { search }),
        ...(sort ? { sort } : {}),
        ...(isUnfiltered(filter) ? { excludeHighlighted: 'true' as const } : {}),
        page,
        pageSize: limits.feedPageSize,
      },
    }),
  );
}

/** Adult ones first, then by name. */
export const poolCategories = optional(query(listCategories));

/** What fans go for now in some categories. */
export const popularIn = (categories: readonly string[]) =>
  optional(query(listPools, { query: { categories: categories.join(','), sort: 'trending', pageSize: 12 } }));

/** What fans go for now, whatever it is. */
export const popularNow = optional(query(listPools, { query: { sort: 'trending', pageSize: 12 } }));
