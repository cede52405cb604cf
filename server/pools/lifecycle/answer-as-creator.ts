import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { lockForActor } from '#server/pools/lock-for-actor.ts';
import { refusalOfAnswerer } from '#server/pools/policy.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import type { PoolEvent } from './pool-events.ts';

/** Applies an event that only the assigned creator may trigger. Returns the pool's id. */
export async function answerAsCreator(
  context: MoneyContext,
  actor: Actor,
  key: string,
  event: PoolEvent,
  reason?: string,
): Promise<string> {
  return context.db.tx(async (tx) => {
    const { pool } = await lockForActor(tx, actor, key, refusalOfAnswerer);
    await applyPoolEvent(context, tx, pool.id, event, { actorId: actor.userId, ...(reason ? { reason } : {}) });
    return pool.id;
  });
}
