import { appError, errorMessages } from '#contract/errors.ts';
import { textOf } from '#contract/language/text.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';
import type { AccountsContext } from './accounts-context.ts';
import { verifyPassword } from './passwords.ts';
import type { UserRow } from './users.sql.ts';

export interface Proof {
  password: string | undefined;
  /** The form field that shows the error. */
  field: string;
}

/**
 * Checks the caller's identity again before a sensitive change. Accepts a fresh proof within the session, and the password of an account
 * without a second factor. Wrong passwords count as failed sign-ins. Throws wrong_password, proof_required, rate_limited.
 */
export async function proveIdentity(
  context: AccountsContext,
  request: RequestContext,
  user: Pick<UserRow, 'email' | 'passwordHash' | 'hasSecondFactor'>,
  { password, field }: Proof,
): Promise<void> {
  if (password !== undefined && user.passwordHash && !user.hasSecondFactor) {
    await checkPassword(context, request, user, { password, field });
    return;
  }
  requireFreshProof(signedIn(request));
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
    throw appError('wrong_password', { fields: { [field]: () => textOf(errorMessages.wrong_password) } });
  }
  await attempt.succeeded();
}
