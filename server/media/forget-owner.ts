import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { imageFileKeys } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { deleteUnusedImagesOf } from './images.sql.ts';
import { removePart } from './upload-parts.ts';
import { deleteUnusedUploadsOf } from './uploads.sql.ts';

/** Deletes the images and uploads of a person who leaves, except those that a pool, a creator or a delivery still shows. */
export async function forgetOwner({ files, hooks }: Platform, tx: Tx, userId: string): Promise<void> {
  const keys = await deleteUnusedImagesOf(tx, imageUsesOf(hooks), userId);
  const uploads = await deleteUnusedUploadsOf(tx, hooks.one('upload.uses'), userId);
  afterCommit(tx, async () => {
    for (const key of keys) for (const fileKey of imageFileKeys(key)) await files.remove(fileKey);
    for (const key of uploads) await removePart(files, key);
  });
}
