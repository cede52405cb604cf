import { appError } from '#contract/errors.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endWhichSessions } from './end-which-sessions.ts';
import { forgetBrowser } from './sessions.ts';

/** Signs one of somebody's own sessions out. Throws not_found for any other. */
export async function endSession(
  context: Platform,
  request: RequestContext,
  sessionId: string,
): Promise<{ ended: number }> {
  const actor = signedIn(request);
  const ended = await endWhichSessions(context, actor, { only: sessionId });
  if (ended.length === 0) throw appError('not_found');
  if (ended.includes(actor.sessionId)) forgetBrowser(request);
  return { ended: ended.length };
}
