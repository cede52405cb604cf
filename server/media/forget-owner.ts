import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { imageFileKeys } from './image-url.ts';
import { deleteUnusedImagesOf } from './images.sql.ts';
import { removePart } from './upload-parts.ts';
import { deleteUnusedUploadsOf } from './uploads.sql.ts';

/** The pictures and uploads of somebody who leaves go, but for what a pool, a creator or a delivery shows to others. */
export async function forgetOwner({ files }: Platform, tx: Tx, userId: string): Promise<void> {
  const keys = await deleteUnusedImagesOf(tx, userId);
  const uploads = await deleteUnusedUploadsOf(tx, userId);
  afterCommit(tx, async () => {
    for (const key of keys) for (const fileKey of imageFileKeys(key)) await files.remove(fileKey);
    for (const key of uploads) await removePart(files, key);
  });
}
