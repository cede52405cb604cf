import type { ImitatedCreator } from '#contract/claims.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** A profile with the verified creators whose name looks like one of its names (name-keys.sql). */
export async function findImitated(
  sql: Connection,
  profileId: string,
): Promise<{ name: string; username: string; imitated: ImitatedCreator[] } | undefined> {
  const [row] = await sql<{ name: string; username: string; imitated: ImitatedCreator[] }[]>`
    select display_name as name, username, imitated_creators(name_keys, id, owner_id) as imitated
    from creator_profiles where id = ${profileId}`;
  return row;
}
