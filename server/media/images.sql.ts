import type { Tx } from '#server/platform/db.ts';

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
