import type { Connection } from '#server/platform/postgres/db.ts';
import { listPeopleOfPool } from './people-of-pool.sql.ts';

/** Actions that an owner who is an admin may take on their own pool: they gain nothing, and fans get their money back. */
const againstOwner = new Set(['cancel', 'freeze', 'remove']);

/** The people who may gain by this decision about a pool: its creator, the owner of the profile that it names, and its owner. */
export function peopleOfPool(sql: Connection, poolId: string, action: string): Promise<string[]> {
  return listPeopleOfPool(sql, poolId, { withOwner: !againstOwner.has(action) });
}
