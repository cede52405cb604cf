import type { CurrentUser, getSignInOptions } from '#contract/accounts.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { textOf } from '#contract/language/text.ts';
import { findProvider, providerItems } from '#server/accounts/providers/providers.ts';
import { clearBrowser, closeSession } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { AccountsContext } from './accounts-context.ts';
import { toCurrentUser } from './current-user.ts';
import { demoAccounts, demoLabels, isClosedDemoAccount, isPublicPassword } from './demo-accounts.ts';
import { hashPassword, isHashOutdated, verifyPassword } from './passwords.ts';
import { type BegunSession, beginSession, setBegunCookie } from './second-factor/begin-session.ts';
import { passkeySiteOf } from './second-factor/passkey-site.ts';
import { findUserByEmail, lockUser, replacePasswordHash, type UserRow } from './users.sql.ts';

/**
 * Signs in with a new session. Throws second_step_required if the person has a second factor, and bad_credentials. An unknown email and a
 * wrong password look the same and take equally long.
 */
export async function signIn(
  context: AccountsContext,
  request: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<CurrentUser> {
  const { config, db, log, throttle } = context;
  const attempt = await throttle.attempt(email, request.ip);
  const user = await findUserByEmail(db.sql, email);
  const right = await verifyPassword(context, password, user?.passwordHash);
  if (!user || !right) {
    log.info({ event: 'sign_in_failed', ip: request.ip, requestId: request.requestId }, 'sign-in failed');
    throw appError('bad_credentials');
  }
  if (isClosedDemoAccount(config, user) || isPublicPassword(config, password)) {
    log.warn(
      { event: 'demo_sign_in_refused', username: user.username, ip: request.ip },
      'refused a demo account or its public password: PUBLIC_URL is not this machine',
    );
    throw appError('bad_credentials');
  }
  await attempt.succeeded();
  const begun = await beginVerifiedSession(context, request, user, password);
  await keepHashStrong(context, user, password);
  setBegunCookie(context, request, begun);
  if ('step' in begun) throw appError('second_step_required');
  return toCurrentUser(config, user);
}

/** Begins a session if the account still has the hash that was verified. Throws bad_credentials. */
async function beginVerifiedSession(
  context: AccountsContext,
  request: RequestContext,
  { id, passwordHash }: UserRow,
  password: string,
): Promise<BegunSession> {
  for (let verified = passwordHash; ; ) {
    const result = await context.db.tx(async (tx) => {
      const now = await lockUser(tx, id);
      if (!now || now.passwordHash !== verified) return { passwordHash: now?.passwordHash ?? null };
      return { begun: await beginSession(context, tx, request, now) };
    });
    if (result.begun) return result.begun;
    // Someone replaced the password, or a concurrent sign-in stored a stronger hash of the same one. Not verified in the transaction,
    // because verifying waits for its turn.
    if (!(await verifyPassword(context, password, result.passwordHash))) throw appError('bad_credentials');
    verified = result.passwordHash;
  }
}

/** Replaces a hash that uses older, weaker parameters. */
async function keepHashStrong(context: AccountsContext, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !isHashOutdated(context, user.passwordHash)) return;
  const passwordHash = await hashPassword(context, password);
  await replacePasswordHash(context.db.sql, user.id, user.passwordHash, passwordHash);
}

/** Returns the sign-in methods to offer. Lists demo passwords only when demo data is on and only this machine reaches the site. */
export function readSignInOptions({ config, providers }: AccountsContext): OutputOf<typeof getSignInOptions> {
  const accounts = config.demoData && config.onThisMachine ? demoAccounts : [];
  return {
    passkeys: passkeySiteOf(config) !== null,
    google: findProvider(providers, 'google') !== undefined,
    providers: providerItems(providers).filter(({ id }) => id !== 'google'),
    demoAccounts: accounts.map(({ role, email, password }) => ({ label: textOf(demoLabels[role]), email, password })),
  };
}

/** Ends this browser's session, if it has one, and clears its cookie and storage. */
export async function signOut(context: Platform, request: RequestContext): Promise<{ ok: true }> {
  await context.db.tx((tx) => closeSession(context, tx, request));
  clearBrowser(request);
  return { ok: true };
}
