import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { newestFirst, positionOf, type RowPosition, rowsAfter } from '#server/platform/postgres/row-position.ts';
import { planEachTime } from '#server/platform/postgres/statement.ts';

/**
 * Statements with the columns `id` and `created_at` of all matching rows, without an order. Several belong to one list that has several
 * tables. Each must read a single table, so that PostgreSQL can use the index of an order.
 */
export type Matching = readonly [Fragment, ...Fragment[]];

interface Place {
  oldestFirst: boolean;
  limit: number;
  offset: number;
}

const unionOf = (sql: Connection, [first, ...others]: readonly Fragment[]): Fragment =>
  others.reduce<Fragment>((all, part) => sql`${all} union all ${part}`, first ?? sql``);

/** Counts the matching rows, up to `most`, and lists one page of their ids. With `most` or more rows the page is arbitrary. */
export async function findMatching(
  sql: Connection,
  matching: Matching,
  { most, oldestFirst, limit, offset }: Place & { most: number },
): Promise<{ totalCount: number; keys: string[] }> {
  const [row] = await planEachTime(sql<{ totalCount: number; keys: string[] }[]>`
    with x as materialized (select m.id, m.created_at from (${unionOf(sql, matching)}) m limit ${most})
    select (select count(*) from x) as total_count,
      array(select x.id from x order by ${newestFirst(sql, oldestFirst, 'x')} limit ${limit} offset ${offset}) as keys`);
  return row ?? { totalCount: 0, keys: [] };
}

/**
 * Lists a page of the matching rows in order, or those after `after`, without counting. Fast where many rows match: from each table it
 * reads only as many as the page needs.
 */
export async function walkMatching(
  sql: Connection,
  matching: Matching,
  { oldestFirst, limit, offset, after }: Place & { after?: RowPosition | undefined },
): Promise<RowPosition[]> {
  const parts = matching.map(
    (part) => sql`
      (select m.id, m.created_at from (${part}) m where ${rowsAfter(sql, after, oldestFirst, 'm')}
        order by ${newestFirst(sql, oldestFirst, 'm')} limit ${limit + offset})`,
  );
  return planEachTime(sql<RowPosition[]>`
    select x.id, ${positionOf(sql, 'x')} as position
    from (${unionOf(sql, parts)}) x order by ${newestFirst(sql, oldestFirst, 'x')} limit ${limit} offset ${offset}`);
}
