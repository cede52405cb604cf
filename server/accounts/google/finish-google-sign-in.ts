import { AppError, appError } from '#contract/errors.ts';
import { safeRedirect } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { giveSessionCookie, openSession } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { forgetAttempt, readAttempt } from './google-attempt.ts';
import type { GooglePerson } from './google-provider.ts';
import { linkGooglePerson } from './link-google-person.ts';

/** Back from Google: signs in and answers where to go. Throws google_failed, also for a trip that this browser did not start. */
export async function finishGoogleSignIn(
  context: AccountsContext,
  request: RequestContext,
  query: string,
): Promise<string> {
  if (!context.google) throw appError('google_not_set_up');
  const attempt = readAttempt(request);
  forgetAttempt(request);
  if (!attempt) throw appError('google_failed');
  const person = await context.google.finish(attempt, query).catch((error: unknown) => {
    // A refused consent, a stale link, a provider that does not answer: the person tries again, the log says why.
    context.log.warn({ err: error, requestId: request.requestId }, 'google sign-in did not complete');
    throw appError('google_failed');
  });
  if (!person) throw appError('google_failed');
  giveSessionCookie(context, request, await signInPerson(context, request, person));
  return safeRedirect(attempt.redirect);
}

async function signInPerson(context: AccountsContext, request: RequestContext, person: GooglePerson): Promise<string> {
  const work = () =>
    context.db.tx(async (tx) => openSession(context, tx, request, await linkGooglePerson(context, tx, person)));
  try {
    return await work();
  } catch (error) {
    // Two first visits at once: the other one made the account or the identity, so this one finds it now.
    const raced = violates(error, 'identities_pkey') || (error instanceof AppError && error.code === 'conflict');
    if (raced) return work();
    throw error;
  }
}
