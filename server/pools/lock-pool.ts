import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

/** Locks the pool's row for the caller's transaction. Reads `now` after it has the lock, so that `now` includes the wait. */
export async function lockPool(tx: Tx, poolId: string): Promise<{ pool: PoolRow; now: Date } | undefined> {
  const [row] = await tx<(PoolRow & { now: Date })[]>`
    with locked as materialized (select * from pools where id = ${poolId} for no key update)
    select *, clock_timestamp() as now from locked`;
  if (!row) return undefined;
  const { now, ...pool } = row;
  return { pool, now };
}
