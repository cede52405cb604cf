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
  /** A pool, a person or a creator profile uses it. */
  used: boolean;
  /** At least one of them is marked adult. */
  adult: boolean;
  /** The viewer uploaded it or has it as a profile picture. */
  mine: boolean;
  /** It is disabled after a takedown notice. */
  withheld: boolean;
  /** At least one use is not for everyone. */
  restricted: boolean;
  /** The viewer may not see it in any of its uses. */
  locked: boolean;
  /** The same, if the viewer is an admin. */
  lockedForAdmins: boolean;
}

/** Builds the part of a query that lists the uses of a picture. */
export type ImageUses = (sql: Connection, image: { id: Fragment; url: Fragment; viewerId: string | null }) => Fragment;

/** Returns where a picture is used, or undefined if no picture has this key. */
export async function findImageUse(
  sql: Connection,
  uses: ImageUses,
  { key, url, viewerId }: { key: string; url: string; viewerId: string | null },
): Promise<ImageUse | undefined> {
  const [row] = await sql<ImageUse[]>`
    select count(s.adult) > 0 as used, coalesce(bool_or(s.adult), false) as adult,
      coalesce(i.owner_id = ${viewerId}::uuid or bool_or(s.owner_id = ${viewerId}::uuid), false) as mine,
      i.withheld_at is not null as withheld, count(s.readable) > 0 as restricted, coalesce(bool_and(s.readable is false), false) as locked,
      coalesce(bool_and(s.readable is false and s.private), false) as locked_for_admins
    from images i left join lateral (${uses(sql, { id: sql`i.id`, url: sql`${url}`, viewerId })}) s on true
    where i.key = ${key}
    group by i.id`;
  return row;
}

/**
 * Deletes a picture that nothing uses, unless it is withheld and may be restored. Returns whether it deleted one. Locks the picture in a
 * statement before the deletion, whose snapshot then shows the uses that concurrent transactions added or removed.
 */
export async function deleteUnusedImage(tx: Tx, uses: ImageUses, key: string, url: string): Promise<boolean> {
  await tx`select from images where key = ${key} for update`;
  const rows = await tx`
    delete from images i
    where i.key = ${key} and i.withheld_at is null and not exists (${uses(tx, { id: tx`i.id`, url: tx`${url}`, viewerId: null })})
    returning i.id`;
  return rows.length > 0;
}

/** Deletes an owner's pictures that nothing uses. Returns the deleted keys. */
export async function deleteUnusedImagesOf(tx: Tx, uses: ImageUses, ownerId: string): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from images i
    where i.owner_id = ${ownerId}
      and not exists (${uses(tx, { id: tx`i.id`, url: tx`'/media/images/' || i.key || '.webp'`, viewerId: null })})
    returning i.key`;
  return rows.map(({ key }) => key);
}

/**
 * Deletes at most `limit` pictures whose keys begin with `prefix`, that are older than `olderThanMs` and that nothing uses. Keeps withheld
 * ones, which may be restored, and skips those that a transaction is about to use. Returns the deleted keys.
 */
export async function deleteOldUnusedImages(
  sql: Connection,
  uses: ImageUses,
  { prefix, olderThanMs, limit }: { prefix: string; olderThanMs: number; limit: number },
): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    delete from images where id in (
      select i.id from images i
      where i.key >= ${prefix} and i.key < ${`${prefix}g`} and i.withheld_at is null
        and i.created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
        and not exists (${uses(sql, { id: sql`i.id`, url: sql`'/media/images/' || i.key || '.webp'`, viewerId: null })})
      limit ${limit} for update of i skip locked)
    returning key`;
  return rows.map(({ key }) => key);
}

export async function listKnownImages(sql: Connection, keys: string[]): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`select key from images where key = any(${keys})`;
  return rows.map(({ key }) => key);
}

/** Returns the number of pictures that exist. */
export async function setWithheld(tx: Tx, imageIds: string[], isWithheld: boolean): Promise<number> {
  const { count } = await tx`
    update images set withheld_at = case when ${isWithheld} then clock_timestamp() end where id = any(${imageIds}::uuid[])`;
  return count;
}

/** The keys of the newest finished uploads and pictures, `limit` of each kind at most. Empty before the first migration. */
export async function listNewestFiles(
  sql: Connection,
  limit: number,
): Promise<{ kind: 'picture' | 'upload'; key: string }[]> {
  const [tables] = await sql<{ areThere: boolean }[]>`
    select to_regclass('public.images') is not null and to_regclass('public.uploads') is not null as are_there`;
  if (!tables?.areThere) return [];
  return sql<{ kind: 'picture' | 'upload'; key: string }[]>`
    (select 'picture' as kind, key from images order by created_at desc limit ${limit})
    union all
    (select 'upload' as kind, key from uploads where completed_at is not null order by completed_at desc limit ${limit})`;
}
