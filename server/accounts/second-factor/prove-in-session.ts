import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { ProofWays } from '#contract/second-factor.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { checkPassword } from '#server/accounts/prove-identity.ts';
import { listIdentities } from '#server/accounts/providers/identities.sql.ts';
import { providersOf } from '#server/accounts/providers/providers.ts';
import { lockSession, recordProof } from '#server/accounts/sessions/sessions.sql.ts';
import { findUserById, lockUser } from '#server/accounts/users.sql.ts';
import { type Actor, type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { acceptCode } from './accept-code.ts';
import { readFactorWays } from './factors.sql.ts';

/** How the caller can prove their identity. The password counts only without a second factor. */
export async function readProofWays({ db, providers }: AccountsContext, actor: Actor): Promise<ProofWays> {
  const [user, ways, identities] = await Promise.all([
    findUserById(db.sql, actor.userId),
    readFactorWays(db.sql, actor.userId),
    listIdentities(db.sql, actor.userId),
  ]);
  if (!user) throw appError('not_signed_in');
  const password = user.passwordHash !== null && !user.hasSecondFactor;
  const usesProvider = !password && !user.hasSecondFactor;
  return {
    ...ways,
    password,
    providers: usesProvider ? providersOf(providers, identities) : [],
    fresh: actor.hasFreshProof,
  };
}

/**
 * Records that the caller has proved their identity in this session. With a second factor, only its code counts; without one, the password.
 * Throws wrong_password, wrong_code, rate_limited.
 */
export async function proveInSession(
  context: AccountsContext,
  request: RequestContext,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<{ ok: true }> {
  const actor = signedIn(request);
  const user = await findUserById(context.db.sql, actor.userId);
  if (!user) throw appError('not_signed_in');
  if (user.hasSecondFactor) {
    if (code === undefined) throw missing('code', () => t`Code is required`);
    return proveWithCode(context, request, actor, code);
  }
  if (password === undefined) throw missing('password', () => t`Password is required`);
  await checkPassword(context, request, user, { password, field: 'password' });
  await context.db.tx(async (tx) => {
    const now = await lockUser(tx, actor.userId);
    if (!now || !(await lockSession(tx, actor.sessionId))) throw appError('not_signed_in');
    // A new password, or a factor, was added since.
    if (now.hasSecondFactor || now.passwordHash !== user.passwordHash) throw appError('conflict');
    await recordProof(tx, actor.sessionId);
  });
  return { ok: true };
}

async function proveWithCode(
  context: AccountsContext,
  request: RequestContext,
  actor: Actor,
  code: string,
): Promise<{ ok: true }> {
  const attempt = await context.codeThrottle.attempt(actor.userId, request.ip, code);
  await context.db.tx(async (tx) => {
    // Suspended people may prove their identity, too.
    const user = await lockUser(tx, actor.userId);
    if (!user || !(await lockSession(tx, actor.sessionId))) throw appError('not_signed_in');
    await acceptCode(context, tx, request, user, code);
    await recordProof(tx, actor.sessionId);
  });
  await attempt.succeeded();
  return { ok: true };
}

function missing(field: string, message: () => string) {
  return appError('validation_failed', { message, fields: { [field]: message } });
}
