import { AppError, appError } from '#contract/errors.ts';
import { safeRedirect, secondStepPath } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { type BegunSession, beginSession, setBegunCookie } from '#server/accounts/second-factor/begin-session.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { clearAttempt, readAttempt } from './google-attempt.ts';
import type { GooglePerson } from './google-provider.ts';
import { linkGooglePerson } from './link-google-person.ts';

/**
 * Handles the callback from Google: signs in and returns the path to redirect to. Throws google_not_set_up, google_failed (also if
 * this browser did not start the sign-in).
 */
export async function finishGoogleSignIn(
  context: AccountsContext,
  request: RequestContext,
  query: string,
): Promise<string> {
  if (!context.google) throw appError('google_not_set_up');
  const attempt = readAttempt(request);
  clearAttempt(request);
  if (!attempt) throw appError('google_failed');
  const person = await context.google.finish(attempt, query).catch((error: unknown) => {
    // Refused consent, an expired link or an unreachable provider. The person can try again; the log has the reason.
    context.log.warn({ err: error, requestId: request.requestId }, 'google sign-in did not complete');
    throw appError('google_failed');
  });
  if (!person) throw appError('google_failed');
  const begun = await signInPerson(context, request, person);
  setBegunCookie(context, request, begun);
  const target = safeRedirect(attempt.redirect);
  return 'step' in begun ? secondStepPath(target) : target;
}

async function signInPerson(
  context: AccountsContext,
  request: RequestContext,
  person: GooglePerson,
): Promise<BegunSession> {
  const work = () =>
    context.db.tx(async (tx) => {
      const user = await findUserById(tx, await linkGooglePerson(context, tx, person));
      if (!user) throw appError('google_failed');
      return beginSession(context, tx, request, user);
    });
  try {
    return await work();
  } catch (error) {
    // A concurrent first sign-in created the account or the identity. The second try finds it.
    const raced = violates(error, 'identities_pkey') || (error instanceof AppError && error.code === 'conflict');
    if (raced) return work();
    throw error;
  }
}
