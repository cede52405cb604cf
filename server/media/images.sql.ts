import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface NewImage {
  ownerId: string;
  key: string;
  width: number;
  height: number;
  sizeBytes: number;
}

export async function insertImage(tx: Tx, image: NewImage): Promise<string> {
  const [row] = await tx<{ id: string }[]>`insert into images ${tx({ ...image })} returning id`;
  if (!row) throw new Error('no image was inserted');
  return row.id;
}

export interface ImageUse {
  /** Something shows it: a pool, a person or a creator. */
  used: boolean;
  /** Something for adults shows it. */
  adult: boolean;
  /** It is the viewer's: uploaded by them, or the picture of their profile. */
  mine: boolean;
}

/** What a picture is shown for; undefined where there is none of this key. */
export async function findImageUse(
  sql: Connection,
  { key, url, viewerId }: { key: string; url: string; viewerId: string | null },
): Promise<ImageUse | undefined> {
  const [row] = await sql<ImageUse[]>`
    select count(s.adult) > 0 as used, coalesce(bool_or(s.adult), false) as adult,
      coalesce(i.owner_id = ${viewerId}::uuid or bool_or(s.owner_id = ${viewerId}::uuid), false) as mine
    from images i left join lateral (
      select p.adult, p.owner_id from pool_images x join pools p on p.id = x.pool_id where x.image_id = i.id
      union all
      select u.adult, u.id from users u where u.avatar_url = ${url}
      union all
      select coalesce(k.adult, false), c.owner_id
      from creator_profiles c left join categories k on k.id = c.category_id where c.avatar_url = ${url}) s on true
    where i.key = ${key}
    group by i.id`;
  return row;
}

/** True when it was there and nothing shows it: no pool, person or creator. */
export async function deleteUnusedImage(tx: Tx, key: string, url: string): Promise<boolean> {
  const rows = await tx`
    delete from images i
    where i.key = ${key} and not exists (select from pool_images where image_id = i.id)
      and not exists (select from users where id = i.owner_id and avatar_url = ${url})
      and not exists (select from creator_profiles where avatar_url = ${url})
    returning i.id`;
  return rows.length > 0;
}

/** The pictures of somebody who leaves, but for those that a pool or a creator shows; answers their keys. */
export async function deleteUnusedImagesOf(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from images i
    where i.owner_id = ${ownerId} and not exists (select from pool_images where image_id = i.id)
      and not exists (select from creator_profiles where avatar_url = '/media/images/' || i.key || '.webp')
    returning i.key`;
  return rows.map(({ key }) => key);
}
