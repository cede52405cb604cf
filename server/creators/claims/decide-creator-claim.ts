import { appError } from '#contract/errors.ts';
import { becomeCreator, claimantIsSuspended } from '#server/creators/become-creator.ts';
import { findCreatorByOwner, giveProfile, lockNextOwner, lockProfile } from '#server/creators/creators.sql.ts';
import type {} from '#server/creators/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type CreatorClaimRow, findCreatorClaim, settleCreatorClaims } from './claims.sql.ts';

export interface CreatorClaimDecision {
  id: string;
  status: 'approved' | 'rejected';
  /** Required to reject; the claimant reads it. */
  reason: string | null;
  /** Null if a code on a linked page decided. */
  adminId: string | null;
}

/**
 * Makes the claimant the verified owner of the profile and assigns its live pools, or rejects the claim, in the caller's transaction.
 * Throws `not_found`, `conflict` (another admin has decided, or the claimant is suspended), `creator_has_owner`, `profile_exists`.
 */
export async function decideCreatorClaim(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  decision: CreatorClaimDecision,
): Promise<{ before: CreatorClaimRow }> {
  const { id, status, adminId } = decision;
  const claim = await findCreatorClaim(tx, id);
  if (!claim) throw appError('not_found');
  const { suspended } = await lockNextOwner(tx, claim.userId);
  // Every transaction locks the profile before its claims. An admin who decided before this lock has won.
  if (claim.profileId) await lockProfile(tx, claim.profileId);
  const [settled] = await settleCreatorClaims(tx, { id }, decision);
  if (!settled) throw appError('conflict', { message: 'This claim has already been decided.' });
  if (status === 'approved' && suspended) throw claimantIsSuspended('claim');
  await context.facts.publish(tx, 'creator.claim_decided', { claimId: id });
  if (status === 'approved') await handOver(context, tx, settled, adminId);
  return { before: claim };
}

async function handOver(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  claim: CreatorClaimRow,
  adminId: string | null,
): Promise<void> {
  const { profileId, userId } = claim;
  if (!profileId) throw appError('not_found');
  if (await findCreatorByOwner(tx, userId)) {
    throw appError('profile_exists', { message: 'This person already has a creator profile.' });
  }
  const given = await giveProfile(tx, { profileId, userId });
  if (!given) throw appError('creator_has_owner');
  await becomeCreator(context, tx, { profileId, userId, adminId });
}
