import type { Connection } from '#server/platform/postgres/db.ts';

/**
 * Reads the database's clock. All deadlines use it, so that nodes with different clocks agree. SQL statements compare with
 * `clock_timestamp()` themselves; use this only where the time has to leave the database.
 */
export async function databaseNow(sql: Connection): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
