import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

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

/** Builds the part of a query that lists what shows an image. */
export type ImageUses = (sql: Connection, image: { id: Fragment; url: Fragment }) => Fragment;

/** What an image is shown for; undefined where there is none of this key. */
export async function findImageUse(
  sql: Connection,
  uses: ImageUses,
  { key, url, viewerId }: { key: string; url: string; viewerId: string | null },
): Promise<ImageUse | undefined> {
  const [row] = await sql<ImageUse[]>`
    select count(s.adult) > 0 as used, coalesce(bool_or(s.adult), false) as adult,
      coalesce(i.owner_id = ${viewerId}::uuid or bool_or(s.owner_id = ${viewerId}::uuid), false) as mine
    from images i left join lateral (${uses(sql, { id: sql`i.id`, url: sql`${url}` })}) s on true
    where i.key = ${key}
    group by i.id`;
  return row;
}

/** True when it was there and nothing shows it. */
export async function deleteUnusedImage(tx: Tx, uses: ImageUses, key: string, url: string): Promise<boolean> {
  const rows = await tx`
    delete from images i
    where i.key = ${key} and not exists (${uses(tx, { id: tx`i.id`, url: tx`${url}` })})
    returning i.id`;
  return rows.length > 0;
}

/** Deletes the images of an owner that nothing shows, and returns their keys. */
export async function deleteUnusedImagesOf(tx: Tx, uses: ImageUses, ownerId: string): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from images i
    where i.owner_id = ${ownerId}
      and not exists (${uses(tx, { id: tx`i.id`, url: tx`'/media/images/' || i.key || '.webp'` })})
    returning i.key`;
  return rows.map(({ key }) => key);
}
