import { z } from 'zod';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { GoogleAttempt } from './google-provider.ts';

/** Ten minutes to sign in at the provider, in the browser that began. */
const cookie = 'google_sign_in';
const validS = 600;

const shape = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirect: z.string() });

export function keepAttempt(request: RequestContext, attempt: GoogleAttempt): void {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  // Lax, since the way back is a navigation from the provider's site.
  request.cookies.set(cookie, value, { maxAgeS: validS, sameSite: 'lax' });
}

export function readAttempt(request: RequestContext): GoogleAttempt | null {
  const value = request.cookies.get(cookie);
  if (!value) return null;
  try {
    return shape.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    // Not one of ours.
    return null;
  }
}

export function forgetAttempt(request: RequestContext): void {
  request.cookies.clear(cookie);
}
