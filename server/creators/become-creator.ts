import type { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { makeUnverifiedCreator, makeVerifiedCreator } from '#server/accounts/administration/change-role.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { ensurePayoutAccounts } from '#server/money/payouts/ensure-payout-account.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteClaimCodesOfProfile } from './claims/claim-codes.sql.ts';
import { settleCreatorClaims } from './claims/claims.sql.ts';
import type {} from './facts.ts';

/**
 * Completes an approval by an admin: gives the role with the check mark and the payout account, assigns the live pools, and settles the
 * open claims to the profile: that of the owner is approved, the others are rejected.
 */
export async function becomeCreator(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  {
    profileId,
    userId,
    adminId,
    wasVerified = false,
  }: { profileId: string; userId: string; adminId: string; wasVerified?: boolean },
): Promise<void> {
  await makeVerifiedCreator(tx, userId);
  await ensurePayoutAccounts(context, tx, userId);
  await deleteClaimCodesOfProfile(tx, profileId);
  const own = await settleCreatorClaims(tx, { profileId, userId }, { status: 'approved', reason: null, adminId });
  const reason = inEnglish(msg`The profile was given to another creator.`);
  const others = await settleCreatorClaims(tx, { profileId }, { status: 'rejected', reason, adminId });
  for (const { id } of [...own, ...others]) await context.facts.publish(tx, 'creator.claim_decided', { claimId: id });
  await context.facts.publish(tx, 'creator.claimed', { profileId, userId, wasVerified });
}

/**
 * Completes a claim by a code that sufficed: gives the role without the check mark, and the payout account. The pools from before, the open
 * claims of others and the check mark wait for an admin.
 */
export async function becomeUnverifiedCreator(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<void> {
  await makeUnverifiedCreator(tx, userId);
  await ensurePayoutAccounts(context, tx, userId);
  await deleteClaimCodesOfProfile(tx, profileId);
}

/** The error for an admin who approves what a suspended person asked for. */
export const claimantIsSuspended = (what: 'application' | 'claim'): AppError =>
  appError('conflict', {
    message: () =>
      what === 'claim'
        ? t`This person is suspended. Lift the suspension before you approve, or reject the claim.`
        : t`This person is suspended. Lift the suspension before you approve, or reject the application.`,
  });
