import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endWhichSessions } from './end-which-sessions.ts';

/** Signs out everywhere but here. */
export async function endOtherSessions(context: Platform, { userId, sessionId }: Actor): Promise<{ ended: number }> {
  return { ended: await endWhichSessions(context, userId, { except: sessionId }) };
}
