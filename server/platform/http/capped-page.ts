import { limits } from '#contract/limits.ts';

export interface Page<T> {
  items: T[];
  pagination: { page: number; pageSize: number; totalCount: number; totalPages: number; countIsCapped?: boolean };
}

/**
 * One page of a list of millions, which stops counting at `countMax`. `find` counts matches up to `most` and picks the page among them. If there are more, it has seen an
 * arbitrary part, so `walk` picks the page along an index, which is fast because many rows match.
 */
export async function cappedPageOf<Key, Item>(
  page: number,
  steps: {
    find: (most: number, at: { limit: number; offset: number }) => Promise<{ totalCount: number; keys: Key[] }>;
    walk: (at: { limit: number; offset: number }) => Promise<Key[]>;
    read: (keys: Key[]) => Promise<Item[]>;
  },
  countMax: number = limits.adminCountMax,
): Promise<Page<Item>> {
  const pageSize = limits.adminPageSize;
  const at = { limit: pageSize, offset: (page - 1) * pageSize };
  const match = await steps.find(countMax + 1, at);
  const countIsCapped = match.totalCount > countMax;
  const beyond = at.offset >= countMax;
  const keys = countIsCapped ? (beyond ? [] : await steps.walk(at)) : match.keys;
  const totalCount = Math.min(match.totalCount, countMax);
  return {
    items: keys.length === 0 ? [] : await steps.read(keys),
    pagination: {
      page,
      pageSize,
      totalCount,
      totalPages: Math.ceil(totalCount / pageSize),
      ...(countIsCapped ? { countIsCapped } : {}),
    },
  };
}
