import type { Tx } from '#server/platform/postgres/db.ts';

export async function clearPictures(tx: Tx, url: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update creator_profiles set avatar_url = null where avatar_url = ${url} returning id`;
  return rows.map(({ id }) => id);
}

export async function putBackPictures(tx: Tx, url: string, profileIds: string[]): Promise<void> {
  await tx`
    update creator_profiles set avatar_url = ${url} where id = any(${profileIds}::uuid[]) and avatar_url is null`;
}
