import { clearBrowser, closeSession } from '#server/accounts/sessions/sessions.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Ends this browser's session, if it has one, and clears its cookie and storage. */
export async function signOut(context: Platform, request: RequestContext): Promise<{ ok: true }> {
  await context.db.tx((tx) => closeSession(context, tx, request));
  clearBrowser(request);
  return { ok: true };
}
