import type { Platform } from '#server/platform/platform.ts';
import { removePart, uploadKey } from './upload-parts.ts';
import { deleteUpload } from './uploads.sql.ts';

/**
 * Forgets an upload and its bytes. The row goes first, so that no row ever points at bytes that are gone; what a crash leaves on
 * the disk is swept later. Throws the foreign key's error when a delivery holds the file.
 */
export async function removeUpload(context: Platform, id: string): Promise<void> {
  if (await deleteUpload(context.db.sql, id)) await removePart(context.files, uploadKey(id));
}
