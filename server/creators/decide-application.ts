import { appError } from '#contract/errors.ts';
import { ensurePayoutAccount } from '#server/money/ensure-payout-account.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Tx } from '#server/platform/db.ts';
import { type ApplicationRow, findApplication, settleApplication } from './applications.sql.ts';
import { claimOrCreateProfile, makeVerifiedCreator } from './creators.sql.ts';

export interface ApplicationDecision {
  id: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  adminId: string;
}

/**
 * Approves (role, verified profile, payout account) or rejects in the caller's transaction.
 * Throws application_settled when another admin was faster and creator_username_taken when the name has an owner by now.
 */
export async function decideApplication(
  context: MoneyContext,
  tx: Tx,
  decision: ApplicationDecision,
): Promise<{ before: ApplicationRow }> {
  const application = await findApplication(tx, decision.id);
  if (!application) throw appError('not_found');
  const settled = await settleApplication(tx, decision);
  if (!settled) throw appError('application_settled');
  if (decision.status === 'approved') await makeCreator(context, tx, application);
  await context.facts.tell(tx, 'application.decided', {
    applicationId: decision.id,
    userId: application.userId,
    status: decision.status,
  });
  return { before: application };
}

async function makeCreator(context: MoneyContext, tx: Tx, application: ApplicationRow): Promise<void> {
  const profile = await claimOrCreateProfile(tx, application);
  if (!profile) throw appError('creator_username_taken');
  await makeVerifiedCreator(tx, application.userId);
  await ensurePayoutAccount(context, tx, application.userId);
  await context.facts.tell(tx, 'creator.claimed', { profileId: profile.id, userId: application.userId });
}
