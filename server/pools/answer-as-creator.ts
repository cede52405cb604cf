import type { Pool } from '#contract/pools.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import { lockForActor } from './lock-for-actor.ts';
import { assertMayAnswer } from './policy.ts';
import type { PoolEvent } from './pool-events.ts';
import { showPool } from './show-pool.ts';

/** What only the assigned creator may do to a pool, and the pool as they see it afterwards. */
export async function answerAsCreator(
  context: Platform,
  actor: Actor,
  key: string,
  event: PoolEvent,
  reason?: string,
): Promise<Pool> {
  const poolId = await context.db.tx(async (tx) => {
    const { pool } = await lockForActor(context, tx, actor, key, assertMayAnswer);
    await applyPoolEvent(context, tx, pool.id, event, { actorId: actor.userId, ...(reason ? { reason } : {}) });
    return pool.id;
  });
  return showPool(context, { actor, ageVerified: true }, poolId);
}
