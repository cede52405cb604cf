import type { Tx } from '#server/platform/postgres/db.ts';

interface Following {
  profileId: string;
  userId: string;
}

/** False if the follow exists. A trigger updates the count. */
export async function insertFollow(tx: Tx, { profileId, userId }: Following): Promise<boolean> {
  const rows = await tx`
    insert into creator_follows (user_id, profile_id) values (${userId}, ${profileId}) on conflict do nothing returning 1`;
  return rows.length > 0;
}

export async function deleteFollow(tx: Tx, { profileId, userId }: Following): Promise<void> {
  await tx`delete from creator_follows where user_id = ${userId} and profile_id = ${profileId}`;
}

export async function readFollowerCount(tx: Tx, profileId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select follower_count as n from creator_profiles where id = ${profileId}`;
  return row?.n ?? 0;
}
