import { appError, errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { isSessionFresh } from '#server/accounts/sessions/sessions.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { AccountsContext } from './accounts-context.ts';
import { verifyPassword } from './passwords.ts';
import type { UserRow } from './users.sql.ts';

export interface Proof {
  password: string | undefined;
  /** The form field that shows the error. */
  field: string;
}

/**
 * Checks the caller's identity again before a sensitive change. Accepts the password, or a recent sign-in if the caller gave no
 * password or the account has none. Wrong passwords count as failed sign-ins. Throws wrong_password, sign_in_again, rate_limited.
 */
export async function proveIdentity(
  context: AccountsContext,
  request: RequestContext,
  user: Pick<UserRow, 'email' | 'passwordHash'>,
  { password, field }: Proof,
): Promise<void> {
  if (password !== undefined && user.passwordHash) {
    await checkPassword(context, request, user, { password, field });
    return;
  }
  const sessionId = request.actor?.sessionId;
  if (sessionId && (await isSessionFresh(context.db.sql, sessionId, limits.freshSignInMs))) return;
  throw appError('sign_in_again');
}

/** Accepts only the password. Throws wrong_password, rate_limited. */
export async function checkPassword(
  context: AccountsContext,
  request: RequestContext,
  user: Pick<UserRow, 'email' | 'passwordHash'>,
  { password = '', field }: Proof,
): Promise<void> {
  const attempt = await context.throttle.attempt(user.email, request.ip);
  if (!(await verifyPassword(context, password, user.passwordHash))) {
    throw appError('wrong_password', { fields: { [field]: errorTable.wrong_password.message } });
  }
  await attempt.succeeded();
}
