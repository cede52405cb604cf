import { limits } from '#contract/limits.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';

/** The query of the admin lists. */
export interface AdminQuery {
  search?: string | undefined;
  status?: string | undefined;
  sort: string;
  page: number;
}

/** The last row of a batch: the next batch begins after it. `position` is its time of creation in PostgreSQL's full precision. */
export interface RowPosition {
  id: string;
  position: string;
}

/** The same as parameters of a statement; `search` is escaped for LIKE. */
export interface PageFilter {
  search: string | null;
  status: string | null;
  sort: string;
  oldestFirst: boolean;
  limit: number;
  offset: number;
  /** Only rows after this one, newest or oldest first. */
  after?: RowPosition;
}

export interface Page<T> {
  items: T[];
  pagination: { page: number; pageSize: number; totalCount: number; totalPages: number; countIsCapped?: boolean };
}

type Unpaged = Pick<PageFilter, 'search' | 'status' | 'sort' | 'oldestFirst'>;

export function filterOf({ search, status, sort }: Omit<AdminQuery, 'page'>): Unpaged {
  const text = search?.trim();
  return { search: text ? escapeLike(text) : null, status: status || null, sort, oldestFirst: sort === 'oldest' };
}

/** Runs a paged statement whose rows carry `totalCount` (`count(*) over ()`) and shapes the page. */
export async function pageOf<Row extends { totalCount: number }, Item>(
  query: AdminQuery,
  list: (filter: PageFilter) => Promise<Row[]>,
  itemOf: (row: Row) => Item,
): Promise<Page<Item>> {
  const pageSize = limits.adminPageSize;
  const filter = { ...filterOf(query), limit: pageSize };
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

const batchSize = 500;

/**
 * Reads all rows of a list in batches, newest or oldest first. Each batch is a short statement that starts after the last row, so that
 * a slow reader holds no connection, and the last batch is as fast as the first.
 */
export async function* batchesOf<Row extends RowPosition>(
  query: Omit<AdminQuery, 'page'>,
  list: (filter: PageFilter) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const filter = { ...filterOf(query), limit: batchSize, offset: 0 };
  const sort = filter.oldestFirst ? 'oldest' : 'newest';
  let after: RowPosition | undefined;
  for (;;) {
    const rows = await list({ ...filter, sort, ...(after ? { after } : {}) });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = { id: last.id, position: last.position };
  }
}
