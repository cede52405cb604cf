import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CoverRow {
  profileId: string;
  coverUrl: string | null;
  coverAlt: string;
}

export async function findCover(sql: Connection, ownerId: string): Promise<CoverRow | undefined> {
  const [row] = await sql<CoverRow[]>`
    select id as profile_id, cover_url, cover_alt from creator_profiles where owner_id = ${ownerId}`;
  return row;
}

/** Locks the profile, so that two changes at the same moment delete each replaced picture. */
export async function lockCover(tx: Tx, ownerId: string): Promise<CoverRow | undefined> {
  const [row] = await tx<CoverRow[]>`
    select id as profile_id, cover_url, cover_alt from creator_profiles where owner_id = ${ownerId} for update`;
  return row;
}

export async function saveCover(
  tx: Tx,
  profileId: string,
  { url, alt }: { url: string | null; alt: string },
): Promise<void> {
  await tx`update creator_profiles set cover_url = ${url}, cover_alt = ${alt} where id = ${profileId}`;
}
