import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { findClaim, settleClaim } from './delivery.sql.ts';
import type { ClaimRow } from './delivery.ts';

export interface ContentDecision {
  id: string;
  status: 'approved' | 'rejected';
  /** Required when an admin sends a delivery back. */
  reason: string | null;
  /** Null when DELIVERY_REVIEW is auto. */
  adminId: string | null;
}

/**
 * Approves a submitted delivery or sends it back, in the caller's transaction. Throws `not_found`, `conflict` (another admin has
 * decided), `pool_state`, `pool_frozen`.
 */
export async function decideContentClaim(
  context: InTransaction<Platform>,
  tx: Tx,
  decision: ContentDecision,
): Promise<{ before: ClaimRow }> {
  const { id, status, reason, adminId } = decision;
  const claim = await findClaim(tx, id);
  if (!claim) throw appError('not_found');
  if (claim.status !== 'pending')
    throw appError('conflict', { message: () => t`This delivery has already been decided.` });
  const type = status === 'approved' ? 'delivery_approved' : 'delivery_sent_back';
  await applyPoolEvent(
    context,
    tx,
    claim.poolId,
    { type },
    { actorId: adminId ?? undefined, reason: reason ?? undefined },
  );
  // This transaction holds the pool's lock now. An admin who decided before it has won.
  if (!(await settleClaim(tx, decision)))
    throw appError('conflict', { message: () => t`This delivery has already been decided.` });
  const { poolId, creatorId } = claim;
  await context.facts.publish(tx, 'content.decided', { poolId, claimId: id, creatorId, status, reason });
  return { before: claim };
}
