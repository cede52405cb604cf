import type { Connection } from '#server/platform/postgres/db.ts';

/**
 * Decisions about deadlines use the database's clock, so that several nodes with different clocks agree; SQL statements should
 * compare with `clock_timestamp()` themselves and only ask here when a moment has to leave the database.
 */
export async function databaseNow(sql: Connection): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  if (!row) throw new Error('the database told no time');
  return row.now;
}
