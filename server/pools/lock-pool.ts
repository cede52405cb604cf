import type { Tx } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

export interface PoolLock {
  /** Also waits for transactions that insert rows of the pool, such as a pledge, and keeps later ones waiting. */
  blocksInserts?: boolean;
}

/** Locks the pool's row for the caller's transaction. Reads `now` after it has the lock, so that `now` includes the wait. */
export async function lockPool(
  tx: Tx,
  poolId: string,
  { blocksInserts = false }: PoolLock = {},
): Promise<{ pool: PoolRow; now: Date } | undefined> {
  const [row] = await tx<(PoolRow & { now: Date })[]>`
    with locked as materialized (
      select * from pools where id = ${poolId} ${blocksInserts ? tx`for update` : tx`for no key update`})
    select *, clock_timestamp() as now from locked`;
  if (!row) return undefined;
  const { now, ...pool } = row;
  return { pool, now };
}
