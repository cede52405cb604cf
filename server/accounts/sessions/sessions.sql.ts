import { limits } from '#contract/limits.ts';
import { mustSetUp } from '#server/accounts/second-factor/must-set-up.ts';
import type { SignedIn } from '#server/platform/http/request-context.ts';
import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export async function insertSession(
  tx: Tx,
  session: { tokenHash: Buffer; userId: string; lifetimeMs: number; userAgent: string; ip: string; proven: boolean },
): Promise<void> {
  await tx`
    insert into sessions (token_hash, user_id, expires_at, user_agent, ip, proven_at)
    values (${session.tokenHash}, ${session.userId}, clock_timestamp() + make_interval(secs => ${session.lifetimeMs / 1000}),
      ${session.userAgent}, ${session.ip}, case when ${session.proven} then clock_timestamp() else '-infinity' end)`;
}

/** The caller's columns of `users u`, as they are now. */
const actorColumns = (sql: Connection, rolesWithFactor: readonly string[]) => sql`
  u.id as user_id, u.role, u.username, u.locale, u.suspended_at is not null as suspended,
  u.email_verified_at is not null as email_verified,
  ${mustSetUp(sql, rolesWithFactor)} as must_set_up`;

export interface ActorRow extends Omit<SignedIn, 'locale' | 'sessionId' | 'hasFreshProof'> {
  /** As stored; the site may not offer it any more. */
  locale: string;
  email: string;
}

/** Reads people as callers, without a session; one row per id in the same order. `userId` is null for a deleted account. */
export async function findActors(
  sql: Connection,
  ids: readonly string[],
  rolesWithFactor: readonly string[],
): Promise<(ActorRow | { userId: null })[]> {
  return sql<(ActorRow | { userId: null })[]>`
    select ${actorColumns(sql, rolesWithFactor)}, u.email
    from unnest(${[...ids]}::uuid[]) with ordinality as i (id, n)
    left join users u on u.id = i.id and u.deleted_at is null
    order by i.n`;
}

export interface SessionRow extends Omit<SignedIn, 'locale'> {
  /** As stored; the site may not offer it any more. */
  locale: string;
  /** `last_seen_at` is older than `touchAfterMs`. */
  stale: boolean;
}

/**
 * Reads the users of valid sessions with their current role and suspension. Takes hexadecimal hashes and returns one row per hash in
 * the same order; `sessionId` is null if there is no valid session, or if the person's email address ends with `closedDomain`.
 */
export async function findSessions(
  sql: Connection,
  tokenHashes: readonly string[],
  {
    idleMs,
    touchAfterMs,
    closedDomain,
    rolesWithFactor,
  }: { idleMs: number; touchAfterMs: number; closedDomain: string | null; rolesWithFactor: readonly string[] },
): Promise<(SessionRow | { sessionId: null })[]> {
  return sql<(SessionRow | { sessionId: null })[]>`
    select s.id as session_id, ${actorColumns(sql, rolesWithFactor)},
      s.proven_at > clock_timestamp() - make_interval(secs => ${limits.freshProofMs / 1000}) as has_fresh_proof,
      s.last_seen_at < clock_timestamp() - make_interval(secs => ${touchAfterMs / 1000}) as stale
    from unnest(${tokenHashes}::text[]) with ordinality as i (hash, n)
    left join sessions s on s.token_hash = decode(i.hash, 'hex') and s.expires_at > clock_timestamp()
      and s.last_seen_at > clock_timestamp() - make_interval(secs => ${idleMs / 1000})
      ${closedDomain === null ? sql`` : sql`and s.user_id not in (select id from users where lower(email) like ${`%${closedDomain}`} and id = s.user_id)`}
    left join users u on u.id = s.user_id
    order by i.n`;
}

export async function recordSessionSeen(sql: Connection, sessionId: string): Promise<void> {
  await sql`update sessions set last_seen_at = clock_timestamp() where id = ${sessionId}`;
}

/** Returns the id of the deleted session, or null. */
export async function deleteSessionByToken(sql: Connection, tokenHash: Buffer): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`delete from sessions where token_hash = ${tokenHash} returning id`;
  return row?.id ?? null;
}

/** Locks the session until the transaction ends. Returns false if it no longer exists. */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx`select 1 from sessions where id = ${sessionId} for update`;
  return rows.length > 0;
}

export async function deleteSessionsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`delete from sessions where user_id = ${userId} returning id`;
  return rows.map(({ id }) => id);
}

/** The person of the session has just proved their identity. */
export async function recordProof(sql: Connection, sessionId: string): Promise<void> {
  await sql`update sessions set proven_at = clock_timestamp() where id = ${sessionId}`;
}

/** Sets when the person of the session last proved their identity; null for never. */
export async function setProof(sql: Connection, tokenHash: Buffer, provenAt: Date | null): Promise<void> {
  await sql`update sessions set proven_at = coalesce(${provenAt}::timestamptz, '-infinity') where token_hash = ${tokenHash}`;
}

/** Each session of the person, or each except one, needs a new proof of identity. */
export async function endProofs(tx: Tx, userId: string, exceptSessionId: string | null = null): Promise<void> {
  await tx`
    update sessions set proven_at = '-infinity' where user_id = ${userId} and id is distinct from ${exceptSessionId}::uuid`;
}

export interface SessionItem {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Lists valid sessions, the last used first. */
export async function listSessionsOf(sql: Connection, userId: string, idleMs: number): Promise<SessionItem[]> {
  return sql<SessionItem[]>`
    select id, user_agent, ip, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > clock_timestamp()
      and last_seen_at > clock_timestamp() - make_interval(secs => ${idleMs / 1000})
    order by last_seen_at desc, id
    limit 200`;
}

/** Deletes one of a person's sessions, or all except one. Returns the ids of the deleted sessions. */
export async function deleteSessions(
  tx: Tx,
  userId: string,
  which: { only: string } | { except: string },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from sessions
    where user_id = ${userId} and ${'only' in which ? tx`id = ${which.only}` : tx`id <> ${which.except}`}
    returning id`;
  return rows.map(({ id }) => id);
}

export async function deleteEndedSessions(sql: Connection, idleMs: number): Promise<void> {
  await sql`
    delete from sessions
    where expires_at < clock_timestamp() or last_seen_at < clock_timestamp() - make_interval(secs => ${idleMs / 1000})`;
}

/** Signs everyone out. */
export async function deleteAllSessions(tx: Tx): Promise<void> {
  await tx`delete from sessions`;
}

/** Deletes the sessions of everyone whose email address ends with `domain`. Returns how many there were. */
export async function deleteSessionsOfDomain(sql: Connection, domain: string): Promise<number> {
  const rows = await sql`
    delete from sessions s using users u where u.id = s.user_id and lower(u.email) like ${`%${domain}`} returning 1`;
  return rows.length;
}

export async function countAccountsOfDomain(sql: Connection, domain: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from users where deleted_at is null and lower(email) like ${`%${domain}`}`;
  return row?.count ?? 0;
}

export async function findAddressee(
  sql: Connection,
  userId: string,
): Promise<(Addressee & { username: string }) | undefined> {
  const [row] = await sql<
    (Addressee & { username: string })[]
  >`select email, locale, username from users where id = ${userId}`;
  return row;
}
