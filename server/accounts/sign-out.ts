import { type RequestContext, sessionCookie } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { closeSession } from './sessions.ts';

/** Ends this browser's session; without one it only forgets the cookie. */
export async function signOut(context: Platform, request: RequestContext): Promise<{ ok: true }> {
  await context.db.tx((tx) => closeSession(context, tx, request));
  request.cookies.clear(sessionCookie);
  return { ok: true };
}
