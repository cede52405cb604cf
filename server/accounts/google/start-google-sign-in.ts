import { appError } from '#contract/errors.ts';
import { safeRedirect } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { storeAttempt } from './google-attempt.ts';

/** Longer than any URL of this site. The redirect target must fit into a cookie. */
const maxRedirectLength = 1500;

/** Returns the provider's URL to redirect to. Throws google_not_set_up, and google_failed if the provider does not respond. */
export async function startGoogleSignIn(
  { google, limits, log }: AccountsContext,
  request: RequestContext,
  { redirect = '/', chooseAccount }: { redirect: string | undefined; chooseAccount: boolean },
): Promise<string> {
  if (!google) throw appError('google_not_set_up');
  await limits.limiter('google sign-in', { points: 120, perMs: 5 * 60_000 }).consume(addressKey(request.ip));
  const target = redirect.length > maxRedirectLength ? '/' : safeRedirect(redirect);
  const { attempt, url } = await google.start(target, { chooseAccount }).catch((error: unknown) => {
    log.warn({ err: error, requestId: request.requestId }, 'the sign-in provider does not respond');
    throw appError('google_failed');
  });
  storeAttempt(request, attempt);
  return url;
}
