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

/** The assigned creator declines without penalty; every pledge is released. */
export async function declinePool(context: MoneyContext, actor: Actor, key: string, reason: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'decline' }, reason);
}

/** The assigned creator gives up an accepted pool; everyone who paid is refunded. */
export async function giveUpPool(context: MoneyContext, actor: Actor, key: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'give_up' });
}

/** In a shortfall, the assigned creator goes ahead with the paid amount. */
export async function proceedWithPool(context: MoneyContext, actor: Actor, key: string): Promise<string> {
  return answerAsCreator(context, actor, key, { type: 'proceed' });
}
