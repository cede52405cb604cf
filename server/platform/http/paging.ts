import { limits } from '#contract/limits.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import type { RowPosition } from '#server/platform/postgres/row-position.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { cappedPageOf, type Page } from './capped-page.ts';
import { findMatching, type Matching, walkMatching } from './matching-rows.sql.ts';

/** The query of the admin lists. */
export interface AdminQuery {
  search?: string | undefined;
  status?: string | undefined;
  sort: string;
  page: number;
}

/** The same as parameters of a statement. */
export interface ListFilter {
  /** As typed, without spaces around it; null for no search. */
  text: string | null;
  /** A pattern for `ilike`. One or two letters have no trigram inside a word, so they match only the beginning of a text. */
  pattern: string | null;
  status: string | null;
}

/** An admin list, by time of creation. */
export interface AdminRows<Row> {
  matching: (sql: Connection, filter: ListFilter) => Matching;
  /** Reads rows in the order of the ids. */
  read: (sql: Connection, ids: string[]) => Promise<Row[]>;
}

export function filterOf({ search, status }: Pick<AdminQuery, 'search' | 'status'>): ListFilter {
  const text = search?.trim() || null;
  const escaped = text === null ? null : escapeLike(text);
  const pattern = escaped === null ? null : [...(text ?? '')].length < 3 ? `${escaped}%` : `%${escaped}%`;
  return { text, pattern, status: status || null };
}

/** The number at which the count of a list stops. Matches of a search are random reads; indexes alone count the rows of a status. */
export const countMaxOf = ({ text }: ListFilter): number =>
  text === null ? limits.adminCountMax : limits.adminFilteredCountMax;

/** One page of an admin list. The count stops at a maximum. */
export async function pageOf<Row>(sql: Connection, list: AdminRows<Row>, query: AdminQuery): Promise<Page<Row>> {
  const filter = filterOf(query);
  const matching = list.matching(sql, filter);
  const oldestFirst = query.sort === 'oldest';
  return cappedPageOf(
    query.page,
    {
      find: (most, at) => findMatching(sql, matching, { most, oldestFirst, ...at }),
      walk: async (at) => (await walkMatching(sql, matching, { oldestFirst, ...at })).map(({ id }) => id),
      read: (ids) => list.read(sql, ids),
    },
    countMaxOf(filter),
  );
}

const batchSize = 500;

/**
 * Reads all rows of a list in batches, newest or oldest first. Each batch is a short statement that starts after the last row, so that
 * a slow reader holds no connection, and the last batch is as fast as the first.
 */
export async function* batchesOf<Row>(
  sql: Connection,
  list: AdminRows<Row>,
  query: Omit<AdminQuery, 'page'>,
): AsyncGenerator<Row[]> {
  const matching = list.matching(sql, filterOf(query));
  const oldestFirst = query.sort === 'oldest';
  let after: RowPosition | undefined;
  for (;;) {
    const positions = await walkMatching(sql, matching, { oldestFirst, limit: batchSize, offset: 0, after });
    if (positions.length > 0) {
      yield await list.read(
        sql,
        positions.map(({ id }) => id),
      );
    }
    after = positions.at(-1);
    if (!after || positions.length < batchSize) return;
  }
}
