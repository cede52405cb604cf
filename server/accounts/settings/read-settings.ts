import { appError } from '#contract/errors.ts';
import type { AccountSettings } from '#contract/settings.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { findPendingEmail } from '#server/accounts/email-tokens.sql.ts';
import { listIdentities } from '#server/accounts/providers/identities.sql.ts';
import { providerItems, providerOfIssuer } from '#server/accounts/providers/providers.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { findUndeliverable } from '#server/platform/mail/undeliverable.sql.ts';

/** Returns the sign-in methods of an account and its pending email change. */
export async function readSettings({ db, providers }: AccountsContext, actor: Actor): Promise<AccountSettings> {
  const [user, identities, pendingEmail] = await Promise.all([
    findUserById(db.sql, actor.userId),
    listIdentities(db.sql, actor.userId),
    findPendingEmail(db.sql, actor.userId),
  ]);
  if (!user) throw appError('not_signed_in');
  const bounce = await findUndeliverable(db.sql, user.email);
  const emailProblem = bounce ? { since: bounce.bouncedAt.toISOString(), answer: bounce.diagnostic } : null;
  return {
    hasPassword: user.passwordHash !== null,
    identities: identities.map(({ id, issuer, email, createdAt }) => ({
      id,
      provider: providerOfIssuer(providers, issuer),
      email,
      linkedAt: createdAt.toISOString(),
    })),
    providers: providerItems(providers),
    pendingEmail,
    emailProblem,
    freshProof: actor.hasFreshProof,
    hasSecondFactor: user.hasSecondFactor,
  };
}
