import { appError } from '#contract/errors.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { deleteStepsOf } from '#server/accounts/second-factor/sign-in-steps.sql.ts';
import { type Actor, type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { deleteSessions, deleteSessionsOf } from './sessions.sql.ts';
import { clearBrowser } from './sessions.ts';

/** Ends all sessions of a person, and sign-ins that wait for their second step. Their sockets close after the transaction commits. Returns how many ended. */
export async function endSessions({ facts, live }: InTransaction<Platform>, tx: Tx, userId: string): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId);
  await deleteStepsOf(tx, userId);
  afterCommit(tx, () => {
    for (const sessionId of ended) live.disconnectSession(sessionId);
  });
  await facts.publish(tx, 'user.sessions_ended', { userId });
  return ended.length;
}

/** Ends the selected sessions of the caller and closes their sockets. Returns the session ids. Throws not_signed_in, suspended. */
async function endSelectedSessions(
  { db, live }: Platform,
  actor: Actor,
  which: Parameters<typeof deleteSessions>[2],
): Promise<string[]> {
  return db.tx(async (tx) => {
    await lockOwnAccount(tx, actor);
    const ended = await deleteSessions(tx, actor.userId, which);
    afterCommit(tx, () => {
      for (const id of ended) live.disconnectSession(id);
    });
    return ended;
  });
}

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

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(context: Platform, actor: Actor): Promise<{ ended: number }> {
  const ended = await endSelectedSessions(context, actor, { except: actor.sessionId });
  return { ended: ended.length };
}
