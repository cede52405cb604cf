import type { ClaimDoubt } from '#contract/claims.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CreatorClaimRow {
  id: string;
  profileId: string | null;
  userId: string;
  status: 'pending' | 'approved' | 'rejected';
  /** When a code gave the profile to the claimant, before an admin's review. */
  handedOverAt: Date | null;
}

const claimColumns = (sql: Connection) => sql`id, profile_id, user_id, status, handed_over_at`;

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

export interface FoundCode {
  profileId: string;
  userId: string;
  page: string;
  doubts: readonly ClaimDoubt[];
  handedOver: boolean;
}

/**
 * Stores that the claimant's code was found, in their open claim to the profile or in a new one. `news` is false if the open claim said the
 * same before.
 */
export async function storeFoundCode(tx: Tx, found: FoundCode): Promise<{ id: string; news: boolean }> {
  const { profileId, userId, page, doubts, handedOver } = found;
  const [before] = await tx<{ id: string; page: string | null }[]>`
    select id, page from creator_claims
    where profile_id = ${profileId} and user_id = ${userId} and status = 'pending' for update`;
  const [row] = await tx<{ id: string }[]>`
    insert into creator_claims as x (profile_id, creator_username, creator_name, user_id, message, proof_url, method, page, found_at, doubts,
      handed_over_at)
    select c.id, c.username, c.display_name, ${userId}, ${'Claimed with a code on a linked page.'}, ${page}, 'code', ${page}, clock_timestamp(),
      ${doubts}::text[], case when ${handedOver} then clock_timestamp() end
    from creator_profiles c where c.id = ${profileId}
    on conflict (profile_id, user_id) where status = 'pending' do update set
      method = 'code', page = excluded.page, found_at = excluded.found_at, doubts = excluded.doubts,
      handed_over_at = excluded.handed_over_at
    returning id`;
  if (!row) throw new Error(`the claim to ${profileId} was not stored`);
  return { id: row.id, news: handedOver || before?.page !== page };
}

export async function findCreatorClaim(sql: Connection, id: string): Promise<CreatorClaimRow | undefined> {
  const [row] = await sql<CreatorClaimRow[]>`select ${claimColumns(sql)} from creator_claims where id = ${id}`;
  return row;
}

/** The people whose claim to the profile was rejected. */
export async function listRejectedClaimants(sql: Connection, profileId: string): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id from creator_claims where profile_id = ${profileId} and status = 'rejected'`;
  return rows.map(({ userId }) => userId);
}

/** Decides one claim, all open claims to a profile, or those of one person to it; returns the decided ones. */
export async function settleCreatorClaims(
  tx: Tx,
  which: { id: string } | { profileId: string; userId?: string },
  decision: { status: 'approved' | 'rejected'; reason: string | null; adminId: string | null },
): Promise<CreatorClaimRow[]> {
  const { status, reason, adminId } = decision;
  const chosen =
    'id' in which
      ? tx`id = ${which.id}`
      : tx`profile_id = ${which.profileId} ${which.userId ? tx`and user_id = ${which.userId}` : tx``}`;
  return tx<CreatorClaimRow[]>`
    update creator_claims set status = ${status}, reason = ${reason}, decided_by = ${adminId}, decided_at = clock_timestamp()
    where ${chosen} and status = 'pending'
    returning ${claimColumns(tx)}`;
}
