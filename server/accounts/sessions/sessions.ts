import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { type RequestContext, type SessionReader, sessionCookie } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { deleteSessionByToken, findSessions, insertSession, noteSessionSeen } from './sessions.sql.ts';

/** Seen is written at most this often: the idle end is counted in days, and each note is a write. */
const noteAtMostEveryMs = 5 * 60_000;

/** How a session cookie becomes an actor: role and suspension are read afresh for each request. */
export function sessionReader({ config, db }: Platform): SessionReader {
  const { idleMs } = config.session;
  const noteAfterMs = Math.min(noteAtMostEveryMs, idleMs / 10);
  // Whoever arrives while one read is under way shares the next: a crowd costs a few statements instead of one a request.
  const read = createBatches((hashes: string[]) => findSessions(db.sql, hashes, { idleMs, noteAfterMs }), {
    failsAlone: () => false,
  });
  return async (cookie) => {
    if (!isToken(cookie)) return null;
    const row = await read(hashToken(cookie).toString('hex'));
    if (row.sessionId === null) return null;
    const { stale, ...actor } = row;
    if (stale) await noteSessionSeen(db.sql, actor.sessionId);
    return actor;
  };
}

/**
 * A new session for whoever has just proven who they are; the one that this browser had ends, so that a planted cookie is worth
 * nothing. Hand the answer to `giveSessionCookie` once the transaction has committed.
 */
export async function openSession(context: Platform, tx: Tx, request: RequestContext, userId: string): Promise<string> {
  await closeSession(context, tx, request);
  const { token, tokenHash } = newToken();
  const { userAgent, ip } = request;
  await insertSession(tx, { tokenHash, userId, lifetimeMs: context.config.session.lifetimeMs, userAgent, ip });
  return token;
}

export function giveSessionCookie({ config }: Platform, request: RequestContext, token: string): void {
  request.cookies.set(sessionCookie, token, { maxAgeS: config.session.lifetimeMs / 1000 });
}

/** Takes the session cookie and the stored drafts away from a browser whose session has ended. */
export function forgetBrowser(request: RequestContext): void {
  request.cookies.clear(sessionCookie);
  request.clearStorage();
}

/** Ends the session of the request's cookie, if there is one, and its sockets. */
export async function closeSession({ live }: Platform, tx: Tx, request: RequestContext): Promise<void> {
  const cookie = request.cookies.get(sessionCookie);
  if (!cookie || !isToken(cookie)) return;
  const ended = await deleteSessionByToken(tx, hashToken(cookie));
  if (ended) afterCommit(tx, () => live.disconnectSession(ended));
}
