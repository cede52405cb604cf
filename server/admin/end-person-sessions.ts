import { appError } from '#contract/errors.ts';
import { endSessionsOf } from '#server/accounts/administration/end-sessions-of.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Admin, actOnPerson } from './act-on-person.ts';

/** Ends one session of a person, or all of them, on every node. Returns how many ended. Throws not_found for an unknown session. */
export async function endPersonSessions(
  context: Platform,
  admin: Admin,
  { userId, sessionId, reason }: { userId: string; sessionId?: string; reason: string },
): Promise<{ ended: number }> {
  let ended = 0;
  const action = sessionId ? 'user.session_ended' : 'user.sessions_ended';
  await actOnPerson(context, admin, { userId, action, reason }, async (tx) => {
    ended = await endSessionsOf(context, tx, userId, sessionId ? { only: sessionId } : 'all');
    if (sessionId && ended === 0) throw appError('not_found', { message: () => 'This session has already ended.' });
    return [{ action, before: {}, after: { ended } }];
  });
  return { ended };
}
