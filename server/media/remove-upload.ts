import type { Platform } from '#server/platform/platform.ts';
import { removePart, uploadKey } from './upload-parts.ts';
import { deleteOwnUpload, deleteUpload, type OwnUpload } from './uploads.sql.ts';

/**
 * Forgets an upload and its bytes. The row goes first, so that no row ever points at bytes that are gone; what a crash leaves on
 * the disk is swept later. Throws the foreign key's error when a delivery holds the file.
 */
export async function removeUpload(context: Platform, id: string): Promise<void> {
  if (await deleteUpload(context.db.sql, id)) await removePart(context.files, uploadKey(id));
}

/** The same for its owner. Returns false when this owner has no such upload. */
export async function removeOwnUpload(context: Platform, upload: OwnUpload): Promise<boolean> {
  if (!(await deleteOwnUpload(context.db.sql, upload))) return false;
  await removePart(context.files, uploadKey(upload.id));
  return true;
}
