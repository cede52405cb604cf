import type { Connection, Fragment } from './db.ts';

/** The last row of a batch: the next batch begins after it. `position` is its time of creation in PostgreSQL's full precision. */
export interface RowPosition {
  id: string;
  position: string;
}

/** The order of rows by their time of creation; the id makes it total. */
export const newestFirst = (sql: Connection, oldestFirst: boolean, alias: string): Fragment =>
  oldestFirst
    ? sql`${sql(alias)}.created_at, ${sql(alias)}.id`
    : sql`${sql(alias)}.created_at desc, ${sql(alias)}.id desc`;

/** A condition: only rows after `after`, newest or oldest first. */
export function rowsAfter(
  sql: Connection,
  after: RowPosition | undefined,
  oldestFirst: boolean,
  alias: string,
): Fragment {
  if (!after) return sql`true`;
  const row = sql`(${sql(alias)}.created_at, ${sql(alias)}.id)`;
  // Through text, because the driver turns a timestamp parameter into a Date and loses the microseconds.
  const last = sql`(${after.position}::text::timestamptz, ${after.id}::uuid)`;
  return oldestFirst ? sql`${row} > ${last}` : sql`${row} < ${last}`;
}
