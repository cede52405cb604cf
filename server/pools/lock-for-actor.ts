import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findPoolId } from './find-pool-id.ts';
import { lockPool, type PoolLock } from './lock-pool.ts';
import type { PoolRow } from './pool.ts';

/** Locks a pool and checks that the actor may change it. */
export async function lockForActor(
  tx: Tx,
  actor: Actor,
  key: string,
  assertMay: (actor: Actor, pool: PoolRow) => void,
  lock: PoolLock = {},
): Promise<{ pool: PoolRow; now: Date }> {
  const poolId = await findPoolId(tx, { by: 'key', key });
  const locked = poolId && (await lockPool(tx, poolId, lock));
  if (!locked) throw appError('not_found');
  assertMay(actor, locked.pool);
  return locked;
}
