import type { CurrentUser } from '#contract/accounts.ts';
import { appError } from '#contract/errors.ts';
import type { RequestContext } from '#server/platform/http.ts';
import type { AccountsContext } from './accounts-context.ts';
import { toCurrentUser } from './current-user.ts';
import { hashPassword, isHashOutdated, verifyPassword } from './passwords.ts';
import { giveSessionCookie, openSession } from './sessions.ts';
import { findUserByEmail, replacePasswordHash, type UserRow } from './users.sql.ts';

/** Signs in with a new session. Throws bad_credentials, the same and after the same work whatever was wrong. */
export async function signIn(
  context: AccountsContext,
  request: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<CurrentUser> {
  const { db, log, throttle } = context;
  const attempt = throttle.attempt(email, request.ip);
  const user = await findUserByEmail(db.sql, email);
  const right = await verifyPassword(password, user?.passwordHash);
  if (!user || !right) {
    log.info({ event: 'sign_in_failed', ip: request.ip, requestId: request.requestId }, 'sign-in failed');
    throw appError('bad_credentials');
  }
  attempt.succeeded();
  await keepHashStrong(context, user, password);
  const token = await db.tx((tx) => openSession(context, tx, request, user.id));
  giveSessionCookie(context, request, token);
  return toCurrentUser(user);
}

/** When the parameters rise, hashes follow as people sign in. */
async function keepHashStrong({ db }: AccountsContext, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !isHashOutdated(user.passwordHash)) return;
  await replacePasswordHash(db.sql, user.id, user.passwordHash, await hashPassword(password));
}
