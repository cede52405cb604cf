import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** A profile or cover picture, and where it is shown. */
export interface ShownPicture {
  id: string;
  url: string;
  /** The person or the creator profile that shows it. */
  username: string;
  isCreator: boolean;
  isCover: boolean;
  ownerId: string;
  ownerUsername: string;
  ownerDisplayName: string | null;
  ownerAvatarUrl: string | null;
}

const urlOf = (sql: Connection) => sql`'/media/images/' || i.key || '.webp'`;

/** Profile and cover pictures with the person who uploaded each. Creator profiles come first: they are what a notice usually names. */
const select = (sql: Connection, where: Fragment) => sql<ShownPicture[]>`
  select distinct on (i.id) i.id, ${urlOf(sql)} as url, s.username, s.is_creator, s.is_cover, u.id as owner_id, u.username as owner_username,
    u.display_name as owner_display_name, u.avatar_url as owner_avatar_url
  from images i
  cross join lateral (
    select c.username, true as is_creator, false as is_cover from creator_profiles c where c.avatar_url = ${urlOf(sql)}
    union all
    select c.username, true, true from creator_profiles c where c.cover_url = ${urlOf(sql)}
    union all
    select p.username, false, false from users p where p.avatar_url = ${urlOf(sql)}) s
  join users u on u.id = i.owner_id
  where i.withheld_at is null and ${where}
  order by i.id, s.is_creator desc`;

/** Lists the addresses of the pictures of a person and of a creator profile with this username. */
export async function listProfilePictureUrls(sql: Connection, username: string): Promise<string[]> {
  const rows = await sql<{ url: string }[]>`
    select avatar_url as url from users where lower(username) = lower(${username}) and avatar_url is not null
    union select avatar_url from creator_profiles where lower(username) = lower(${username}) and avatar_url is not null
    union select cover_url from creator_profiles where lower(username) = lower(${username}) and cover_url is not null`;
  return rows.map(({ url }) => url);
}

/** Lists those pictures with these keys that are shown on a profile. */
export async function listPictures(sql: Connection, keys: string[]): Promise<ShownPicture[]> {
  return select(sql, sql`i.key = any(${keys})`);
}

/** Locks a picture that is shown on a profile; undefined if it is gone, replaced or withheld. */
export async function lockPicture(tx: Tx, id: string): Promise<ShownPicture | undefined> {
  await tx`select 1 from images where id = ${id} for update`;
  const [row] = await select(tx, tx`i.id = ${id}`);
  return row;
}

/** The pools that show pictures with these keys. */
export async function listPoolsOfImages(sql: Connection, keys: string[]): Promise<{ key: string; poolId: string }[]> {
  return sql<{ key: string; poolId: string }[]>`
    select i.key, p.pool_id from images i join pool_images p on p.image_id = i.id where i.key = any(${keys})`;
}
