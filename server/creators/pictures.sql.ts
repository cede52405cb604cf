import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** The ids of the profiles that showed a picture as avatar, and as cover. */
export interface PictureProfiles {
  profileIds: string[];
  coverIds: string[];
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

export async function clearPictures(tx: Tx, url: string): Promise<PictureProfiles> {
  const avatars = await tx<{ id: string }[]>`
    update creator_profiles set avatar_url = null where avatar_url = ${url} returning id`;
  const covers = await tx<{ id: string }[]>`
    update creator_profiles set cover_url = null where cover_url = ${url} returning id`;
  return { profileIds: idsOf(avatars), coverIds: idsOf(covers) };
}

export async function putBackPictures(tx: Tx, url: string, { profileIds, coverIds }: PictureProfiles): Promise<void> {
  await tx`
    update creator_profiles set avatar_url = ${url} where id = any(${profileIds}::uuid[]) and avatar_url is null`;
  await tx`update creator_profiles set cover_url = ${url} where id = any(${coverIds}::uuid[]) and cover_url is null`;
}

/** The creator profiles that use an image. */
export function profileImageUses(sql: Connection, { url }: { url: Fragment }): Fragment {
  return sql`
    select coalesce(k.adult, false) as adult, c.owner_id, null::boolean as readable, false as private
    from creator_profiles c left join categories k on k.id = c.category_id 
    where c.avatar_url = ${url} or c.cover_url = ${url}`;
}
