import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CreatorClaimRow {
  id: string;
  profileId: string | null;
  userId: string;
  status: 'pending' | 'approved' | 'rejected';
}

/** Undefined if this user has an open claim to the profile. */
export async function insertCreatorClaim(
  tx: Tx,
  claim: { profileId: string; userId: string; message: string; proofUrl: string },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into creator_claims (profile_id, creator_username, creator_name, user_id, message, proof_url)
    select c.id, c.username, c.display_name, ${claim.userId}, ${claim.message}, ${claim.proofUrl}
    from creator_profiles c where c.id = ${claim.profileId}
    on conflict (profile_id, user_id) where status = 'pending' do nothing
    returning id`;
  return row?.id;
}

export async function findOpenClaimId(
  sql: Connection,
  { profileId, userId }: { profileId: string; userId: string },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from creator_claims where profile_id = ${profileId} and user_id = ${userId} and status = 'pending'`;
  return row?.id;
}

export async function findCreatorClaim(sql: Connection, id: string): Promise<CreatorClaimRow | undefined> {
  const [row] = await sql<CreatorClaimRow[]>`
    select id, profile_id, user_id, status from creator_claims where id = ${id}`;
  return row;
}

/** Decides one claim, or all open claims to a profile; returns the decided ones. */
export async function settleCreatorClaims(
  tx: Tx,
  which: { id: string } | { profileId: string },
  decision: { status: 'approved' | 'rejected'; reason: string | null; adminId: string | null },
): Promise<CreatorClaimRow[]> {
  const { status, reason, adminId } = decision;
  return tx<CreatorClaimRow[]>`
    update creator_claims set status = ${status}, reason = ${reason}, decided_by = ${adminId}, decided_at = clock_timestamp()
    where ${'id' in which ? tx`id = ${which.id}` : tx`profile_id = ${which.profileId}`} and status = 'pending'
    returning id, profile_id, user_id, status`;
}
