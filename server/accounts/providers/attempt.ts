import { z } from 'zod';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Attempt } from './provider.ts';

/** The visitor has ten minutes to sign in at the provider, in the same browser. */
const validS = 600;

/** An attempt at Google does not replace one at another provider. */
const cookieOf = (provider: string) => (provider === 'google' ? 'google_sign_in' : 'provider_sign_in');

const shape = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  purpose: z.enum(['sign_in', 'prove', 'link']),
  // Attempts of earlier versions lack it.
  locale: z.string().default('en'),
});

export function storeAttempt(request: RequestContext, attempt: Attempt): void {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  // Lax, because the provider's site navigates the browser back here.
  request.cookies.set(cookieOf(attempt.provider), value, { maxAgeS: validS, sameSite: 'lax' });
}

export function readAttempt(request: RequestContext, provider: string): Attempt | null {
  const value = request.cookies.get(cookieOf(provider));
  if (!value) return null;
  try {
    const attempt = shape.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return attempt.provider === provider ? attempt : null;
  } catch {
    // The server did not write this cookie.
    return null;
  }
}

export function clearAttempt(request: RequestContext, provider: string): void {
  request.cookies.clear(cookieOf(provider));
}
