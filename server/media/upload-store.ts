import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { appError } from '#contract/errors.ts';
import { violates } from '#server/platform/db.ts';
import type { Platform } from '#server/platform/platform.ts';
import { removeOwnUpload } from './remove-upload.ts';
import { safeContentType, safeFileName } from './upload-names.ts';
import { appendToPart, finishPart, hasRoomFor, isDiskFull, partSize, startPart, uploadKey } from './upload-parts.ts';
import { completeUpload, findOwnUpload, insertUpload, type UploadRow } from './uploads.sql.ts';

/**
 * The uploads of one owner as @tus/server sees them: a row says whose and how large, the part on the disk says how far. The last
 * byte, the final name and the row's `completed_at` are all durable before the client hears of success. Every statement names the
 * owner, so that an id from anywhere reaches no upload of another person. Without an owner there are no uploads.
 */
export class UploadStore extends DataStore {
  readonly #context: Platform;
  readonly #ownerId: string | null;
  constructor(context: Platform, ownerId: string | null) {
    super();
    this.#context = context;
    this.#ownerId = ownerId;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { files, db } = this.#context;
    const { filename, filetype } = upload.metadata ?? {};
    if (!this.#ownerId || upload.size === undefined) throw ERRORS.INVALID_LENGTH;
    if (!(await hasRoomFor(files, upload.size))) throw appError('insufficient_storage');
    const row = {
      id: upload.id,
      ownerId: this.#ownerId,
      name: safeFileName(filename),
      contentType: safeContentType(filetype),
      sizeBytes: upload.size,
      key: uploadKey(upload.id),
    };
    await insertUpload(db.sql, row);
    try {
      await startPart(files, row.key);
    } catch (error) {
      if (isDiskFull(error)) throw appError('insufficient_storage');
      throw error;
    }
    if (row.sizeBytes === 0) await this.#finish(row);
    return upload;
  }

  override async write(data: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id);
    if (row.completedAt) return row.sizeBytes;
    try {
      const reached = offset + (await appendToPart(this.#context.files, row.key, data, offset));
      if (reached === row.sizeBytes) await this.#finish(row);
      return reached;
    } catch (error) {
      if (isDiskFull(error)) throw appError('insufficient_storage');
      throw error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    const reached = row.completedAt ? row.sizeBytes : (await partSize(this.#context.files, row.key)).sizeBytes;
    // A crash between the last byte and the row: the client will not send anything more, so it is completed here.
    if (!row.completedAt && reached === row.sizeBytes) await this.#finish(row);
    return new Upload({
      id,
      size: row.sizeBytes,
      offset: reached,
      metadata: { filename: row.name, filetype: row.contentType },
      creation_date: row.createdAt.toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    try {
      if (!(await removeOwnUpload(this.#context, { id, ownerId: this.#ownerId }))) throw ERRORS.FILE_NOT_FOUND;
    } catch (error) {
      if (violates(error)) throw appError('conflict', { message: 'This file is part of a delivery.' });
      throw error;
    }
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findOwnUpload(this.#context.db.sql, { id, ownerId: this.#ownerId });
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #finish({ id, key, ownerId }: Pick<UploadRow, 'id' | 'key' | 'ownerId'>): Promise<void> {
    await finishPart(this.#context.files, key);
    // The row may have been deleted while the last bytes arrived.
    if (!(await completeUpload(this.#context.db.sql, { id, ownerId }))) throw ERRORS.FILE_NOT_FOUND;
  }
}
