import { writeAudit } from '#server/audit/write-audit.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type {} from '#server/pools/hooks.ts';
import { lockForActor } from '#server/pools/lock-for-actor.ts';
import { cancelsAsAdmin, peopleOfPool, refusalOfCanceler } from '#server/pools/policy.ts';
import { applyPoolEvent } from './apply-pool-event.ts';

/**
 * Ends a pool before it starts collecting. Allowed for its owner while no one else has pledged, and for admins. The audit trail records
 * a cancellation that only an admin may make. Returns the pool's id.
 */
export async function cancelPool(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  { key, reason }: { key: string; reason: string },
): Promise<string> {
  return context.db.tx(async (tx) => {
    // Lock before asking, so that no pledge is confirmed in between.
    const { pool } = await lockForActor(tx, actor, key, refusalOfCanceler);
    const othersPledged = await context.hooks.one('pool.has_other_pledges')(tx, pool.id, pool.ownerId);
    const event = { type: 'cancel', byAdmin: actor.role === 'admin', othersPledged } as const;
    const { status } = await applyPoolEvent(context, tx, pool.id, event, { actorId: actor.userId, reason });
    if (cancelsAsAdmin(actor, pool, othersPledged)) {
      await writeAudit(tx, {
        actorId: actor.userId,
        action: 'pool.cancel',
        targetKind: 'pool',
        targetId: pool.id,
        before: { status: pool.status },
        after: { status },
        reason,
        ip,
        concerned: await peopleOfPool(tx, pool.id, 'cancel'),
      });
    }
    return pool.id;
  });
}
