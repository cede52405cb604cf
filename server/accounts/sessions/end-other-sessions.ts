import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endWhichSessions } from './end-which-sessions.ts';

/** Signs out everywhere but here. */
export async function endOtherSessions(context: Platform, actor: Actor): Promise<{ ended: number }> {
  const ended = await endWhichSessions(context, actor, { except: actor.sessionId });
  return { ended: ended.length };
}
