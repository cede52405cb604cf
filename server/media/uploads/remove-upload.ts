import { checkUploads } from '#server/media/check-media.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { uploadKey, uploadParts } from './upload-parts.ts';
import { deleteOwnUpload, deleteUpload, type OwnUpload } from './uploads.sql.ts';

/**
 * Deletes an upload: first its row, so that no row ever refers to a missing file, then its file. A sweep deletes files that a crash
 * leaves behind. Throws PostgreSQL's foreign key violation if a delivery uses the file.
 */
export async function removeUpload(context: Platform, id: string): Promise<void> {
  if (await deleteUpload(context.db.sql, id)) await uploadParts(context).remove(uploadKey(id));
}

/** Like `removeUpload`, but only for the owner. Returns false if this owner has no such upload. */
export async function removeOwnUpload(context: Platform, upload: OwnUpload): Promise<boolean> {
  if (!(await deleteOwnUpload(context.db.sql, upload))) return false;
  await uploadParts(context).remove(uploadKey(upload.id));
  return true;
}

/**
 * Deletes the rows of finished uploads without a file. A backup has such rows if an upload was deleted between its snapshot of the
 * database and its copy of the files. A delivered upload is never deleted, so its row stays and `check` reports it.
 */
export async function forgetMissingUploads(context: InTransaction<Platform>, tx: Tx): Promise<void> {
  for (const { id, onDisk } of await checkUploads(context, tx)) {
    if (onDisk === 0) await tx.savepoint((inner) => deleteUpload(inner, id)).catch(() => undefined);
  }
}
