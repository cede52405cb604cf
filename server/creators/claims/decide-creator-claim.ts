import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { unmakeCreator } from '#server/accounts/administration/change-role.ts';
import { becomeCreator, claimantIsSuspended } from '#server/creators/become-creator.ts';
import {
  findCreatorByOwner,
  giveProfile,
  lockNextOwner,
  lockProfile,
  takeProfile,
  verifyProfile,
} from '#server/creators/creators.sql.ts';
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
  adminId: string;
}

/**
 * Makes the claimant the verified owner of the profile and assigns its live pools, or rejects the claim, in the caller's transaction. A person who
 * is the owner by a code is verified, or loses the profile. Throws `not_found`, `conflict` (another admin has decided, or the
 * claimant is suspended), `creator_has_owner`, `profile_exists`, `pool_state` (the owner has accepted a pool).
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
  const profile = claim.profileId ? await lockProfile(tx, claim.profileId) : undefined;
  const [settled] = await settleCreatorClaims(tx, { id }, decision);
  if (!settled) throw appError('conflict', { message: () => t`This claim has already been decided.` });
  if (status === 'approved' && suspended) throw claimantIsSuspended('claim');
  const wasVerified = settled.handedOverAt !== null && profile?.status === 'verified';
  await context.facts.publish(tx, 'creator.claim_decided', { claimId: id, wasVerified });
  if (status === 'approved') await verifyClaimant(context, tx, settled, { adminId, wasVerified });
  else if (settled.handedOverAt) await takeBack(context, tx, settled);
  return { before: claim };
}

async function verifyClaimant(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { profileId, userId, handedOverAt }: CreatorClaimRow,
  { adminId, wasVerified }: { adminId: string; wasVerified: boolean },
): Promise<void> {
  if (!profileId) throw appError('not_found');
  if (handedOverAt) {
    if (!(await verifyProfile(tx, { profileId, userId }))) throw appError('creator_has_owner');
  } else {
    if (await findCreatorByOwner(tx, userId)) {
      throw appError('profile_exists', { message: () => t`This person already has a creator profile.` });
    }
    if (!(await giveProfile(tx, { profileId, userId, claimedWith: null }))) throw appError('creator_has_owner');
  }
  await becomeCreator(context, tx, { profileId, userId, adminId, wasVerified });
}

/** The profile has no owner again. Its pools that no one has accepted go back to waiting for a creator. */
async function takeBack(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { profileId, userId }: CreatorClaimRow,
): Promise<void> {
  if (!profileId) throw appError('not_found');
  await context.facts.publish(tx, 'creator.taken_back', { profileId, userId });
  if (!(await takeProfile(tx, { profileId, userId }))) throw appError('creator_has_owner');
  await unmakeCreator(context, tx, userId);
}
