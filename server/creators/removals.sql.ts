import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Whether a creator of this username or name asked to be removed. A name of punctuation only never matches. */
export async function isRemoved(
  sql: Connection,
  { username, nameKey }: { username: string; nameKey: string },
): Promise<boolean> {
  const [row] = await sql`
    select 1 from creator_removals
    where username = lower(${username}) or (name_key = ${nameKey} and name_key <> '') limit 1`;
  return row !== undefined;
}

export async function insertRemoval(
  tx: Tx,
  removal: { username: string; nameKey: string; removedBy: string },
): Promise<void> {
  await tx`
    insert into creator_removals (username, name_key, removed_by)
    values (lower(${removal.username}), ${removal.nameKey}, ${removal.removedBy})
    on conflict (username) do nothing`;
}

/** Deletes a profile if it has no owner; returns whether it was deleted. */
export async function deleteUnownedProfile(tx: Tx, profileId: string): Promise<boolean> {
  const { count } = await tx`delete from creator_profiles where id = ${profileId} and owner_id is null`;
  return count > 0;
}
