import { limits } from '#contract/limits.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';

/** The query of the admin lists. */
export interface AdminQuery {
  search?: string | undefined;
  status?: string | undefined;
  sort: 'newest' | 'oldest';
  page: number;
}

/** The same as parameters of a statement; `search` is escaped for LIKE. */
export interface PageFilter {
  search: string | null;
  status: string | null;
  oldestFirst: boolean;
  limit: number;
  offset: number;
}

export interface Page<T> {
  items: T[];
  pagination: { page: number; pageSize: number; totalCount: number; totalPages: number };
}

/** Runs a paged statement whose rows carry `totalCount` (`count(*) over ()`) and shapes the page. */
export async function pageOf<Row extends { totalCount: number }, Item>(
  query: AdminQuery,
  list: (filter: PageFilter) => Promise<Row[]>,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const pageSize = limits.adminPageSize;
  const search = query.search?.trim();
  const filter = {
    search: search ? escapeLike(search) : null,
    status: query.status || null,
    oldestFirst: query.sort === 'oldest',
    limit: pageSize,
  };
  const rows = await list({ ...filter, offset: (query.page - 1) * pageSize });
  // A page past the end has no row with the count.
  const totalCount =
    rows[0]?.totalCount ??
    (query.page > 1 ? ((await list({ ...filter, limit: 1, offset: 0 }))[0]?.totalCount ?? 0) : 0);
  return {
    items: rows.map(itemOf),
    pagination: { page: query.page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}

/** Lists of millions stop counting here: no one pages further. */
export const maxCounted = 10_000;

export interface CappedPage<T> extends Page<T> {
  pagination: Page<T>['pagination'] & { isTotalCapped: boolean };
}

/**
 * One page of a list of millions. `find` counts matches up to `most` and picks the page among them. If there are more, it has seen an
 * arbitrary part, so `walk` picks the page along an index, which is fast because many rows match.
 */
export async function cappedPageOf<Key, Item>(
  page: number,
  steps: {
    find: (most: number, at: { limit: number; offset: number }) => Promise<{ totalCount: number; keys: Key[] }>;
    walk: (at: { limit: number; offset: number }) => Promise<Key[]>;
    read: (keys: Key[]) => Promise<Item[]>;
  },
): Promise<CappedPage<Item>> {
  const pageSize = limits.adminPageSize;
  const at = { limit: pageSize, offset: (page - 1) * pageSize };
  const found = await steps.find(maxCounted + 1, at);
  const isTotalCapped = found.totalCount > maxCounted;
  const beyond = at.offset >= maxCounted;
  const keys = isTotalCapped ? (beyond ? [] : await steps.walk(at)) : found.keys;
  const totalCount = Math.min(found.totalCount, maxCounted);
  return {
    items: keys.length === 0 ? [] : await steps.read(keys),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize), isTotalCapped },
  };
}
