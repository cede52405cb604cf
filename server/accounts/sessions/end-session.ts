import { appError } from '#contract/errors.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSelectedSessions } from './end-selected-sessions.ts';
import { clearBrowser } from './sessions.ts';

/** Ends one of the caller's sessions. Throws not_found for another person's session. */
export async function endSession(
  context: Platform,
  request: RequestContext,
  sessionId: string,
): Promise<{ ended: number }> {
  const actor = signedIn(request);
  const ended = await endSelectedSessions(context, actor, { only: sessionId });
  if (ended.length === 0) throw appError('not_found');
  if (ended.includes(actor.sessionId)) clearBrowser(request);
  return { ended: ended.length };
}
