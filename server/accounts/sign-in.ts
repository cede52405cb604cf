import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import { openSession, setSessionCookie } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { AccountsContext } from './accounts-context.ts';
import { toCurrentUser } from './current-user.ts';
import { hashPassword, isHashOutdated, verifyPassword } from './passwords.ts';
import { findUserByEmail, lockUser, replacePasswordHash, type UserRow } from './users.sql.ts';

/** Signs in with a new session. Throws bad_credentials. An unknown email and a wrong password look the same and take equally long. */
export async function signIn(
  context: AccountsContext,
  request: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<CurrentUser> {
  const { db, log, throttle } = context;
  const attempt = await throttle.attempt(email, request.ip);
  const user = await findUserByEmail(db.sql, email);
  const right = await verifyPassword(context, password, user?.passwordHash);
  if (!user || !right) {
    log.info({ event: 'sign_in_failed', ip: request.ip, requestId: request.requestId }, 'sign-in failed');
    throw appError('bad_credentials');
  }
  await attempt.succeeded();
  const token = await db.tx(async (tx) => {
    // Someone may have replaced the password since the check above. The old one must not open a session.
    const now = await lockUser(tx, user.id);
    // A concurrent sign-in may have stored a stronger hash of the same password.
    const isRight =
      now?.passwordHash === user.passwordHash || (await verifyPassword(context, password, now?.passwordHash));
    if (!isRight) throw appError('bad_credentials');
    return openSession(context, tx, request, user.id);
  });
  await keepHashStrong(context, user, password);
  setSessionCookie(context, request, token);
  return toCurrentUser(user);
}

/** Replaces a hash that uses older, weaker parameters. */
async function keepHashStrong(context: AccountsContext, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !isHashOutdated(context, user.passwordHash)) return;
  const passwordHash = await hashPassword(context, password);
  await replacePasswordHash(context.db.sql, user.id, user.passwordHash, passwordHash);
}
