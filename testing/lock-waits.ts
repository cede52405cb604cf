import type { Connection } from '#server/platform/postgres/db.ts';
import { eventually } from './builders.ts';

/**
 * Resolves once this many statements in the test's database, whose text contains `part`, wait for a lock. `sql` may be the transaction
 * that holds the lock.
 */
export async function lockWaits(sql: Connection, count = 1, part = ''): Promise<void> {
  await eventually(
    async () => {
      // Without this, a transaction sees the activity at its first look.
      await sql`select pg_stat_clear_snapshot()`;
      return sql`
        select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like ${`%${part}%`}`;
    },
    (rows) => rows.length >= count,
  );
}
