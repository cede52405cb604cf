import { buffer } from 'node:stream/consumers';
import { mediaHeadBytes, mediaTypeOf } from '#server/media/media-type.ts';
import type { Platform } from '#server/platform/platform.ts';
import { safeContentType } from './upload-names.ts';
import { uploadParts } from './upload-parts.ts';
import { completeUpload, type UploadRow } from './uploads.sql.ts';

export type FinishedUpload = Pick<UploadRow, 'id' | 'ownerId' | 'key' | 'name' | 'contentType' | 'sizeBytes'>;

/**
 * Makes the file of an upload durable and completes its row with the type of the file's bytes. Safe to repeat after a crash. Returns
 * false if the row no longer exists.
 */
export async function finishUpload(context: Platform, upload: FinishedUpload): Promise<boolean> {
  const { db, files } = context;
  const { id, ownerId, key, name, sizeBytes } = upload;
  await uploadParts(context).finish(upload);
  // A concurrent removal takes the file together with the row.
  const isStored = sizeBytes > 0 && (await files.stat(key)) !== null;
  const head = isStored
    ? await buffer(files.open(key, { start: 0, end: Math.min(sizeBytes, mediaHeadBytes) - 1 }))
    : Buffer.alloc(0);
  const contentType = safeContentType(await mediaTypeOf(head, upload.contentType, name));
  return completeUpload(db.sql, { id, ownerId, contentType });
}
