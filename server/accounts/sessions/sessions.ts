import { appError } from '#contract/errors.ts';
import { demoMailDomain, isClosedDemoAccount } from '#server/accounts/demo-accounts.ts';
import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { type RequestContext, type SessionReader, sessionCookie } from '#server/platform/http/request-context.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { noteDevice } from './note-device.ts';
import { deleteSessionByToken, findAddressee, findSessions, insertSession, recordSessionSeen } from './sessions.sql.ts';

/** `last_seen_at` is written at most this often. The idle timeout is days long, so minutes are precise enough. */
const maxTouchIntervalMs = 5 * 60_000;

/** Creates the function that turns a session cookie into an actor. Each request reads the current role and suspension. */
export function sessionReader({ config, db, log }: Platform): SessionReader {
  const { idleMs } = config.session;
  const closedDomain = config.onThisMachine ? null : demoMailDomain;
  const { rolesWithFactor } = config;
  const touchAfterMs = Math.min(maxTouchIntervalMs, idleMs / 10);
  // Requests that arrive during a read share the next one, so many concurrent requests cost only a few statements.
  const read = createBatches(
    (hashes: string[]) => findSessions(db.sql, hashes, { idleMs, touchAfterMs, closedDomain, rolesWithFactor }),
    {
      retryIndividually: () => false,
    },
  );
  return async (cookie) => {
    if (!isToken(cookie)) return null;
    const row = await read(hashToken(cookie).toString('hex'));
    if (row.sessionId === null) return null;
    const { stale, ...actor } = { ...row, locale: offeredLocale(config, row.locale) };
    if (stale) {
      // A full disk of the database refuses this write. Reads still work then.
      await recordSessionSeen(db.sql, actor.sessionId).catch((error: unknown) =>
        log.warn({ err: error, sessionId: actor.sessionId }, 'could not record the use of a session'),
      );
    }
    return actor;
  };
}

/**
 * Opens a session for a person who has just authenticated, and returns its token. Ends the browser's previous session, which makes a
 * planted cookie useless (session fixation). Without `proven` the session has no fresh proof of identity yet. Pass the token to `setSessionCookie` after the transaction commits. Throws bad_credentials for a
 * demo account on a public site.
 */
export async function openSession(
  context: InTransaction<Platform>,
  tx: Tx,
  request: RequestContext,
  userId: string,
  { proven = true }: { proven?: boolean } = {},
): Promise<string> {
  await closeSession(context, tx, request);
  const person = await findAddressee(tx, userId);
  if (!person || isClosedDemoAccount(context.config, person)) throw appError('bad_credentials');
  const { token, tokenHash } = newToken();
  const { userAgent, ip } = request;
  await insertSession(tx, { tokenHash, userId, lifetimeMs: context.config.session.lifetimeMs, userAgent, ip, proven });
  await noteDevice(context, tx, request, { id: userId, ...person });
  return token;
}

export function setSessionCookie({ config }: Platform, request: RequestContext, token: string): void {
  request.cookies.set(sessionCookie, token, { maxAgeS: config.session.lifetimeMs / 1000 });
}

/** Clears the session cookie and stored drafts in a browser whose session has ended. */
export function clearBrowser(request: RequestContext): void {
  request.cookies.clear(sessionCookie);
  request.clearStorage();
}

/** Ends the session of the request's cookie, if it has one, and closes its sockets after commit. */
export async function closeSession({ live }: InTransaction<Platform>, tx: Tx, request: RequestContext): Promise<void> {
  const cookie = request.cookies.get(sessionCookie);
  if (!cookie || !isToken(cookie)) return;
  const ended = await deleteSessionByToken(tx, hashToken(cookie));
  if (ended) afterCommit(tx, () => live.disconnectSession(ended));
}
