import { type AppError, appError } from '#contract/errors.ts';
import { makeVerifiedCreator } from '#server/accounts/administration/change-role.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { ensurePayoutAccounts } from '#server/money/payouts/ensure-payout-account.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteClaimCodesOfProfile } from './claims/claim-codes.sql.ts';
import { settleCreatorClaims } from './claims/claims.sql.ts';
import type {} from './facts.ts';

/** Completes a change of owner: gives the role and the payout account, assigns live pools, and rejects other claims to the profile. */
export async function becomeCreator(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { profileId, userId, adminId }: { profileId: string; userId: string; adminId: string | null },
): Promise<void> {
  await makeVerifiedCreator(tx, userId);
  await ensurePayoutAccounts(context, tx, userId);
  await deleteClaimCodesOfProfile(tx, profileId);
  const reason = 'The profile was given to another creator.';
  const closed = await settleCreatorClaims(tx, { profileId }, { status: 'rejected', reason, adminId });
  for (const { id } of closed) await context.facts.publish(tx, 'creator.claim_decided', { claimId: id });
  await context.facts.publish(tx, 'creator.claimed', { profileId, userId });
}

/** The error for an admin who approves what a suspended person asked for. */
export const claimantIsSuspended = (what: 'application' | 'claim'): AppError =>
  appError('conflict', {
    message: `This person is suspended. Lift the suspension before you approve, or reject the ${what}.`,
  });
