import type { Connection } from '#server/platform/postgres/db.ts';

/** The purpose of a challenge, and the session or browser that must answer it. */
export type ChallengeUse =
  | { purpose: 'add' | 'prove'; sessionId: string }
  | { purpose: 'sign_in'; browserHash: Buffer };

export async function insertChallenge(
  sql: Connection,
  challengeHash: Buffer,
  use: ChallengeUse,
  validMs: number,
): Promise<void> {
  const [sessionId, browserHash] = 'sessionId' in use ? [use.sessionId, null] : [null, use.browserHash];
  await sql`
    insert into passkey_challenges (challenge_hash, purpose, session_id, browser_hash, expires_at)
    values (${challengeHash}, ${use.purpose}, ${sessionId}, ${browserHash}, clock_timestamp() + make_interval(secs => ${validMs / 1000}))`;
}

/**
 * Deletes the challenge, also if another session or browser answers it. Returns whether the answer may use it: of two requests, one
 * deletes it.
 */
export async function takeChallenge(sql: Connection, challengeHash: Buffer, use: ChallengeUse): Promise<boolean> {
  const [sessionId, browserHash] = 'sessionId' in use ? [use.sessionId, null] : [null, use.browserHash];
  const [row] = await sql<{ usable: boolean }[]>`
    delete from passkey_challenges where challenge_hash = ${challengeHash}
    returning purpose = ${use.purpose} and session_id is not distinct from ${sessionId}::uuid
      and browser_hash is not distinct from ${browserHash}::bytea and expires_at > clock_timestamp() as usable`;
  return row?.usable ?? false;
}

export async function deleteEndedChallenges(sql: Connection): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < clock_timestamp()`;
}

export async function deleteAllChallenges(sql: Connection): Promise<void> {
  await sql`delete from passkey_challenges`;
}
