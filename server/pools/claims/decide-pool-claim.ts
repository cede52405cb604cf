import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { claimantIsSuspended } from '#server/creators/become-creator.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/pools/facts.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import {
  findPoolClaim,
  findWorkingProfile,
  isSuspended,
  type PoolClaimRow,
  settlePoolClaims,
} from './pool-claims.sql.ts';

/** Rejects the open claims to a pool that can no longer be assigned, and notifies the claimants. */
export async function closePoolClaims(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, reason, adminId }: { poolId: string; reason: string; adminId: string | null },
): Promise<void> {
  const closed = await settlePoolClaims(tx, { poolId }, { status: 'rejected', reason, adminId });
  for (const { id, userId } of closed) {
    await context.facts.publish(tx, 'pool.claim_decided', { claimId: id, poolId, userId, status: 'rejected' });
  }
}

export interface PoolClaimDecision {
  id: string;
  status: 'approved' | 'rejected';
  /** Required to reject; shown to the claimant. */
  reason: string | null;
  adminId: string;
}

/**
 * Approves or rejects a claim in the caller's transaction. Approval assigns the pool, starts the response window and rejects all other
 * claims. Throws not_found, conflict (already decided, or the claimant is suspended), pool_state.
 */
export async function decidePoolClaim(
  context: InTransaction<Platform>,
  tx: Tx,
  decision: PoolClaimDecision,
): Promise<{ before: PoolClaimRow }> {
  const { id, status, adminId } = decision;
  const claim = await findPoolClaim(tx, id);
  const locked = claim && (await lockPool(tx, claim.poolId));
  if (!locked) throw appError('not_found');
  const [settled] = await settlePoolClaims(tx, { id }, decision);
  if (!settled) throw appError('conflict', { message: () => t`This claim has already been decided.` });
  const { poolId, userId } = claim;
  if (status === 'approved') {
    const profileId = await profileFor(tx, locked.pool, userId);
    const assigned = { type: 'creator_assigned', creatorId: userId, profileId } as const;
    await applyPoolEvent(context, tx, poolId, assigned, { actorId: adminId });
    await closePoolClaims(context, tx, {
      poolId,
      reason: inEnglish(msg`Another creator was given this pool.`),
      adminId,
    });
  }
  await context.facts.publish(tx, 'pool.claim_decided', { claimId: id, poolId, userId, status });
  return { before: claim };
}

/** Checks that the conditions of the claim still hold. */
async function profileFor(tx: Tx, pool: PoolRow, userId: string): Promise<string> {
  if (await isSuspended(tx, userId)) throw claimantIsSuspended('claim');
  const profileId = await findWorkingProfile(tx, userId);
  if (!profileId) throw appError('pool_state', { message: () => t`This person is no longer a verified creator.` });
  if (pool.creatorProfileId && pool.creatorProfileId !== profileId) {
    throw appError('pool_state', { message: () => t`This pool is now for another creator.` });
  }
  return profileId;
}
