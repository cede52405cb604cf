import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type ApplicationRow, findApplication, settleApplication } from './applications.sql.ts';
import { becomeCreator, claimantIsSuspended } from './become-creator.ts';
import { claimOrCreateProfile, findCreatorByOwner, lockNextOwner } from './creators.sql.ts';
import { recordLinks } from './links.sql.ts';

export interface ApplicationDecision {
  id: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  adminId: string;
}

/**
 * Approves an application (role, verified profile, payout account) or rejects it, in the caller's transaction. Throws
 * `application_settled` if another admin has decided, `creator_username_taken` if the username has an owner by now, `profile_exists` if
 * the applicant owns another profile by now, `conflict` if the applicant is suspended.
 */
export async function decideApplication(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  decision: ApplicationDecision,
): Promise<{ before: ApplicationRow }> {
  const application = await findApplication(tx, decision.id);
  if (!application) throw appError('not_found');
  const { suspended } = await lockNextOwner(tx, application.userId);
  const settled = await settleApplication(tx, decision);
  if (!settled) throw appError('application_settled');
  if (decision.status === 'approved') {
    if (suspended) throw claimantIsSuspended('application');
    await makeCreator(context, tx, application, decision.adminId);
  }
  await context.facts.publish(tx, 'application.decided', {
    applicationId: decision.id,
    userId: application.userId,
    status: decision.status,
  });
  return { before: application };
}

async function makeCreator(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  application: ApplicationRow,
  adminId: string,
): Promise<void> {
  const { userId, username } = application;
  const own = await findCreatorByOwner(tx, userId);
  if (own && own.username.toLowerCase() !== username.toLowerCase()) {
    throw appError('profile_exists', {
      message: () => t`This person already owns the profile @${{ username: own.username }}.`,
    });
  }
  const profile = await claimOrCreateProfile(tx, application);
  if (!profile) throw appError('creator_username_taken');
  await recordLinks(tx, profile.id, userId);
  await becomeCreator(context, tx, { profileId: profile.id, userId, adminId });
}
