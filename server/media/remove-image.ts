import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { imageFileKeys, imageKeyOf } from './image-url.ts';
import { imageUsesOf } from './image-uses.ts';
import { deleteUnusedImage } from './images.sql.ts';

/**
 * Deletes a stored picture by its URL path, unless it is still in use. Its files are deleted after the transaction commits. Ignores
 * other URLs.
 */
export async function removeImage({ files, hooks }: InTransaction<Platform>, tx: Tx, url: string): Promise<void> {
  const key = imageKeyOf(url);
  if (!key || !(await deleteUnusedImage(tx, imageUsesOf(hooks), key, url))) return;
  afterCommit(tx, async () => {
    for (const fileKey of imageFileKeys(key)) await files.remove(fileKey);
  });
}
