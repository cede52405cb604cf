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

/** The position of a row as text. */
export const positionOf = (sql: Connection, alias: string): Fragment =>
  sql`to_char(${sql(alias)}.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A condition: only rows after `after`, newest or oldest first. */
export function rowsAfter(
  sql: Connection,
  after: RowPosition | undefined,
  oldestFirst: boolean,
  alias: string,
): Fragment {
  if (!after) return sql`true`;
  const row = sql`(${sql(alias)}.created_at, ${sql(alias)}.id)`;
  const last = sql`(${after.position}::timestamptz, ${after.id}::uuid)`;
  return oldestFirst ? sql`${row} > ${last}` : sql`${row} < ${last}`;
}
