import { appError } from '#contract/errors.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { findPendingEmail } from '#server/accounts/email-tokens.sql.ts';
import { listIdentityEmails } from '#server/accounts/identities.sql.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { findUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Returns the sign-in methods of an account and its pending email change. */
export async function readSettings({ db }: Platform, actor: Actor): Promise<AccountSettings> {
  const [user, googleEmails, pendingEmail] = await Promise.all([
    findUserById(db.sql, actor.userId),
    listIdentityEmails(db.sql, actor.userId),
    findPendingEmail(db.sql, actor.userId),
  ]);
  if (!user) throw appError('not_signed_in');
  const bounce = await findUndeliverable(db.sql, user.email);
  const emailProblem = bounce ? { since: bounce.bouncedAt.toISOString(), answer: bounce.diagnostic } : null;
  return {
    hasPassword: user.passwordHash !== null,
    googleEmails,
    pendingEmail,
    emailProblem,
    freshProof: actor.hasFreshProof,
    hasSecondFactor: user.hasSecondFactor,
  };
}
