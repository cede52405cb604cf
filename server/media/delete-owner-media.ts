import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { imageFileKeys } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { deleteUnusedImagesOf } from './images.sql.ts';
import { uploadParts } from './uploads/upload-parts.ts';
import { deleteUnusedUploadsOf } from './uploads/uploads.sql.ts';

/** Deletes the media of a person whose account is deleted. Keeps what a pool, a creator profile or a delivery uses. */
export async function deleteOwnerMedia(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  const { hooks } = context;
  const keys = await deleteUnusedImagesOf(tx, imageUsesOf(hooks), userId);
  const uploads = await deleteUnusedUploadsOf(tx, hooks.one('upload.uses'), userId);
  afterCommitWith(tx, context, async (context) => {
    for (const key of keys) for (const fileKey of imageFileKeys(key)) await context.files.remove(fileKey);
    for (const key of uploads) await uploadParts(context).remove(key);
  });
}
