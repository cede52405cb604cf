import type { Connection } from '#server/platform/postgres/db.ts';
import { listPeopleOfPool } from './people-of-pool.sql.ts';

/** The people concerned by a decision about a pool: its owner, its creator, and the owner of the profile that it names. */
export function peopleOfPool(sql: Connection, poolId: string): Promise<string[]> {
  return listPeopleOfPool(sql, poolId);
}
