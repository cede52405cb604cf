import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolTotals } from './pool.ts';
import { savePoolTotals } from './pools.sql.ts';

/**
 * Adds to the cached totals of a pool that the caller has locked, and returns the new totals. Call it once in a transaction, last:
 * every fan of the pool shares this row.
 */
export function addToTotals(
  tx: Tx,
  poolId: string,
  added: { pledgedCents: number; paidCents: number; fans: number },
): Promise<PoolTotals> {
  return savePoolTotals(tx, poolId, added);
}
