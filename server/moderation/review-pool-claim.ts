import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http.ts';
import { decidePoolClaim } from '#server/pools/decide-pool-claim.ts';
import { insertAudit } from './audit.sql.ts';
import type { Decision } from './review-application.ts';

/** An admin gives a pool to the creator who claims it, or rejects the claim with a reason. */
export async function reviewPoolClaim(
  context: MoneyContext,
  actor: Actor,
  ip: string,
  { id, status, reason }: Decision,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const decision = { id, status, reason: reason ?? null, adminId: actor.userId };
    const { before } = await decidePoolClaim(context, tx, decision);
    await insertAudit(tx, {
      actorId: actor.userId,
      action: `pool_claim.${status}`,
      targetKind: 'pool_claim',
      targetId: id,
      before: { status: before.status },
      after: { status, poolId: before.poolId, creatorId: status === 'approved' ? before.userId : null },
      reason: decision.reason,
      ip,
    });
  });
}
