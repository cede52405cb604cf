import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findPoolId } from './find-visible-pool.ts';
import { lockPool, type PoolLock } from './lock-pool.ts';
import type { Refusal } from './policy.ts';
import type { PoolRow } from './pool.ts';

/** Locks a pool, and throws the refusal if the actor may not change it. */
export async function lockForActor(
  tx: Tx,
  actor: Actor,
  key: string,
  refusalOf: (actor: Actor, pool: PoolRow) => Refusal,
  lock: PoolLock = {},
): Promise<{ pool: PoolRow; now: Date }> {
  const poolId = await findPoolId(tx, { by: 'key', key });
  const locked = poolId && (await lockPool(tx, poolId, lock));
  if (!locked) throw appError('not_found');
  const refusal = refusalOf(actor, locked.pool);
  if (refusal) throw refusal;
  return locked;
}
