import type { Tx } from '#server/platform/postgres/db.ts';

/** Deletes in the order of the profiles, because the trigger that updates their counts locks them. */
export async function deleteFollowsOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx<{ profileId: string }[]>`
    select profile_id from creator_follows where user_id = ${userId} order by profile_id`;
  for (const { profileId } of rows) {
    await tx`delete from creator_follows where user_id = ${userId} and profile_id = ${profileId}`;
  }
}

export async function deleteApplicationsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from creator_applications where user_id = ${userId}`;
}

export async function deleteClaimsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from creator_claims where user_id = ${userId}`;
  await tx`delete from creator_claim_codes where user_id = ${userId}`;
}

/**
 * Deletes the account's own profile, which no pool names at this point. Profiles that the account added stay, without its name. Returns the
 * addresses of the deleted profile's pictures.
 */
export async function deleteProfileOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ avatarUrl: string | null; coverUrl: string | null }[]>`
    delete from creator_profiles where owner_id = ${userId} returning avatar_url, cover_url`;
  await tx`update creator_profiles set added_by = null where added_by = ${userId}`;
  return rows.flatMap(({ avatarUrl, coverUrl }) => [avatarUrl, coverUrl]).filter((url) => url !== null);
}
