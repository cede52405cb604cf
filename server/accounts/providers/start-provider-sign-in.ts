import { appError } from '#contract/errors.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { storeAttempt } from './attempt.ts';
import type { StartOptions } from './provider.ts';
import { codeFor, findProvider } from './providers.ts';

/** Longer than any URL of this site. The redirect target must fit into a cookie. */
const maxRedirectLength = 1500;

/**
 * Returns the provider's URL to redirect to. Throws google_not_set_up or provider_not_set_up, and google_failed or provider_failed if the
 * provider does not respond.
 */
export async function startProviderSignIn(
  { providers, limits, log }: AccountsContext,
  request: RequestContext,
  id: string,
  { redirect = '/', ...options }: StartOptions & { redirect?: string | undefined },
): Promise<string> {
  const provider = findProvider(providers, id);
  if (!provider) throw appError(codeFor(id, 'not_set_up'));
  await limits.limiter('google sign-in', { points: 120, perMs: 5 * 60_000 }).consume(addressKey(request.ip));
  const target = redirect.length > maxRedirectLength ? '/' : safeRedirect(redirect);
  const { attempt, url } = await provider.start(target, options).catch((error: unknown) => {
    log.warn({ err: error, requestId: request.requestId, provider: id }, 'the sign-in provider does not respond');
    throw appError(codeFor(id, 'failed'));
  });
  storeAttempt(request, attempt);
  return url;
}

/** Begins to link a provider to the caller's account. Returns the provider's URL for the browser. */
export async function startLink(
  context: AccountsContext,
  request: RequestContext,
  provider: string,
): Promise<{ address: string }> {
  const redirect = `${paths.settings}#linked`;
  // Without the chooser, the provider would take the account that this browser used last.
  return {
    address: await startProviderSignIn(context, request, provider, {
      purpose: 'link',
      chooseAccount: true,
      redirect,
      locale: signedIn(request).locale,
    }),
  };
}
