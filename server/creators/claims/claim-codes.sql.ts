import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface ClaimCodeRow {
  id: string;
  profileId: string;
  pages: string[];
  checks: number;
  expiresAt: Date;
}

const columns = (sql: Connection) => sql`id, profile_id, pages, checks, expires_at`;

/** Returns the person's code for the profile if it has not expired. */
export async function findClaimCode(
  sql: Connection,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<ClaimCodeRow | undefined> {
  const [row] = await sql<ClaimCodeRow[]>`
    select ${columns(sql)} from creator_claim_codes
    where profile_id = ${profileId} and user_id = ${userId} and expires_at > clock_timestamp()`;
  return row;
}

/** Stores a new code. It replaces an expired one under a new id, so the expired code never works again. */
export async function insertClaimCode(
  tx: Tx,
  code: { profileId: string; userId: string; pages: string[]; validMs: number },
): Promise<ClaimCodeRow> {
  await tx`delete from creator_claim_codes where user_id = ${code.userId} and expires_at <= clock_timestamp()`;
  const [row] = await tx<ClaimCodeRow[]>`
    insert into creator_claim_codes (profile_id, user_id, pages, expires_at)
    values (${code.profileId}, ${code.userId}, ${code.pages}::text[],
      clock_timestamp() + make_interval(secs => ${code.validMs / 1000}))
    returning ${columns(tx)}`;
  if (!row) throw new Error('the claim code was not stored');
  return row;
}

/** Counts one check of the pages. Undefined if the code has expired or was checked `most` times. */
export async function countClaimCheck(
  sql: Connection,
  { id, most }: { id: string; most: number },
): Promise<ClaimCodeRow | undefined> {
  const [row] = await sql<ClaimCodeRow[]>`
    update creator_claim_codes set checks = checks + 1
    where id = ${id} and checks < ${most} and expires_at > clock_timestamp()
    returning ${columns(sql)}`;
  return row;
}

/** Uses the code up. False if it has expired or was used. */
export async function takeClaimCode(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`delete from creator_claim_codes where id = ${id} and expires_at > clock_timestamp()`;
  return count > 0;
}

/** Deletes all codes for a profile that has an owner now. */
export async function deleteClaimCodesOfProfile(tx: Tx, profileId: string): Promise<void> {
  await tx`delete from creator_claim_codes where profile_id = ${profileId}`;
}
