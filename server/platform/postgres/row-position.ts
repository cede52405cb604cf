import type { PageFilter } from '#server/platform/http/paging.ts';
import type { Connection } from './db.ts';

/** The column `position` of a row: its time of creation in full precision. A JavaScript Date would lose the microseconds. */
export const rowPosition = (sql: Connection, alias: string) =>
  sql`to_char(${sql(alias)}.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`;

/** A condition: only rows after `after`, newest or oldest first. */
export function afterPosition(
  sql: Connection,
  { after, oldestFirst }: Pick<PageFilter, 'after' | 'oldestFirst'>,
  alias: string,
) {
  if (!after) return sql`true`;
  const row = sql`(${sql(alias)}.created_at, ${sql(alias)}.id)`;
  // Through text, because the driver turns a timestamp parameter into a Date.
  const last = sql`(${after.position}::text::timestamptz, ${after.id}::uuid)`;
  return oldestFirst ? sql`${row} > ${last}` : sql`${row} < ${last}`;
}
