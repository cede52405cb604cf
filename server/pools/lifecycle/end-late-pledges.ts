import { appError } from '#contract/errors.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { savePoolPatch } from '#server/pools/pools.sql.ts';

/**
 * Closes a completed pool to late fans, because its creator must not get their money anymore. The pool is locked. Publishes the fact also if
 * the creator has closed the pool: an earlier late fan may still be on the payment page.
 */
export async function endLatePledges(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: PoolRow,
  why: 'left' | 'taken_back',
): Promise<void> {
  if (pool.allowLatePledges && !(await savePoolPatch(tx, pool, { allowLatePledges: false })))
    throw appError('conflict');
  await context.facts.publish(tx, 'pool.late_pledges_ended', { poolId: pool.id, why });
}
