import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Platform } from '#server/platform/platform.ts';
import { beginUpload } from './begin-upload.ts';
import { finishUpload } from './finish-upload.ts';
import { safeContentType, safeFileName } from './upload-names.ts';
import { uploadKey, uploadParts } from './upload-parts.ts';

/** Stores a whole file as an upload of this owner and returns its id. Throws what `beginUpload` throws, and `insufficient_storage`. */
export async function storeUpload(
  context: Platform,
  file: { ownerId: string; poolId: string; name: string; contentType: string; data: Buffer },
): Promise<string> {
  const { ownerId, poolId, data } = file;
  const id = randomBytes(24).toString('hex');
  const key = uploadKey(id);
  const [name, contentType] = [safeFileName(file.name), safeContentType(file.contentType)];
  await beginUpload(context, { id, ownerId, poolId, name, contentType, sizeBytes: data.length, key });
  const [parts, upload] = [uploadParts(context), { key, sizeBytes: data.length }];
  await parts.start(upload);
  await parts.append(upload, Readable.from([data]), 0);
  await finishUpload(context, { id, ownerId, name, contentType, ...upload });
  return id;
}
