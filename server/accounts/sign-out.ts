import { closeSession, forgetBrowser } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Ends this browser's session; without one it only clears the cookie and the storage. */
export async function signOut(context: Platform, request: RequestContext): Promise<{ ok: true }> {
  await context.db.tx((tx) => closeSession(context, tx, request));
  forgetBrowser(request);
  return { ok: true };
}
