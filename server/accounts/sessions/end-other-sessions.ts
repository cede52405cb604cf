import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSelectedSessions } from './end-selected-sessions.ts';

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(context: Platform, actor: Actor): Promise<{ ended: number }> {
  const ended = await endSelectedSessions(context, actor, { except: actor.sessionId });
  return { ended: ended.length };
}
