import { limits } from '#contract/limits.ts';
import { listPools } from '#contract/pools.ts';
import { optional, query } from '#web/data/query.ts';

/** Everything highlighted; the feed below leaves it out. */
export const highlightedPools = optional(query(listPools, { query: { highlighted: 'true' } }));

/** One page of the feed, or of some categories; only the whole leaves out what is highlighted above it. */
export const feedPage = (page: number, categories = '') =>
  optional(
    query(listPools, {
      query: categories
        ? { categories, page, pageSize: limits.feedPageSize }
        : { excludeHighlighted: 'true', page, pageSize: limits.feedPageSize },
    }),
  );

/** Names of the categories that an address asks for, separated by commas; empty for all. */
export function categoriesIn(search: URLSearchParams): string {
  const names = (search.get('categories') ?? search.get('category') ?? '').split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '' && name.toLowerCase() !== 'all')
    .join(',')
    .slice(0, 300);
}

/** The page that an address asks for; the first for anything strange. */
export function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
