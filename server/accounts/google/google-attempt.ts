import { z } from 'zod';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { GoogleAttempt } from './google-provider.ts';

/** The visitor has ten minutes to sign in at the provider, in the same browser. */
const cookie = 'google_sign_in';
const validS = 600;

const shape = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirect: z.string() });

export function storeAttempt(request: RequestContext, attempt: GoogleAttempt): void {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  // Lax, because the provider's site navigates the browser back here.
  request.cookies.set(cookie, value, { maxAgeS: validS, sameSite: 'lax' });
}

export function readAttempt(request: RequestContext): GoogleAttempt | null {
  const value = request.cookies.get(cookie);
  if (!value) return null;
  try {
    return shape.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    // The server did not write this cookie.
    return null;
  }
}

export function clearAttempt(request: RequestContext): void {
  request.cookies.clear(cookie);
}
