import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import { hasContentAccess, insertObjection } from './delivery.sql.ts';

/**
 * A contributor objects to a delivery. The pool completes only after the quiet period and when no objection is open. Throws
 * `content_locked`, `objection_closed`, `claim_exists`.
 */
export async function objectToDelivery(
  context: Platform,
  actor: Actor,
  { poolId, reason }: { poolId: string; reason: string },
): Promise<{ id: string; status: 'open' }> {
  return context.db.tx(async (tx) => {
    const locked = await lockPool(tx, poolId);
    if (!locked) throw appError('not_found');
    if (!(await hasContentAccess(tx, poolId, actor.userId))) throw appError('content_locked');
    const { pool } = locked;
    // A freeze pauses the quiet period.
    const now = pool.frozenAt ?? locked.now;
    if (pool.status !== 'delivered' || !pool.quietUntil || now >= pool.quietUntil) throw appError('objection_closed');
    const id = await insertObjection(tx, { poolId, fanId: actor.userId, reason });
    if (!id) throw appError('claim_exists', { message: () => t`You already have an open objection here.` });
    await context.facts.publish(tx, 'objection.made', { poolId, objectionId: id, userId: actor.userId });
    return { id, status: 'open' };
  });
}
