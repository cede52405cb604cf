import { checkUploads } from '#server/media/check-media.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteUpload } from './uploads.sql.ts';

/**
 * Deletes the rows of finished uploads without a file. A backup has such rows if an upload was deleted between its snapshot of the
 * database and its copy of the files. A delivered upload is never deleted, so its row stays and `check` reports it.
 */
export async function forgetMissingUploads(context: InTransaction<Platform>, tx: Tx): Promise<void> {
  for (const { id, onDisk } of await checkUploads(context, tx)) {
    if (onDisk === 0) await tx.savepoint((inner) => deleteUpload(inner, id)).catch(() => undefined);
  }
}
