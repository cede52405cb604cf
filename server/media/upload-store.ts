import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { errorTable } from '#contract/errors.ts';
import { violates } from '#server/platform/db.ts';
import type { Platform } from '#server/platform/platform.ts';
import { removeUpload } from './remove-upload.ts';
import { safeContentType, safeFileName } from './upload-names.ts';
import { appendToPart, finishPart, hasRoomFor, isDiskFull, partSize, startPart, uploadKey } from './upload-parts.ts';
import { completeUpload, findUpload, insertUpload, type UploadRow } from './uploads.sql.ts';

/** What @tus/server understands as a refusal. */
export class UploadRefusal extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.name = 'UploadRefusal';
    this.status_code = status;
    this.body = sentence;
  }
}

const noRoom = () => new UploadRefusal(errorTable.insufficient_storage.status, errorTable.insufficient_storage.message);

/**
 * Uploads as @tus/server sees them: a row says whose and how large, the part on the disk says how far. The last byte, the final
 * name and the row's `completed_at` are all durable before the client hears of success.
 */
export class UploadStore extends DataStore {
  readonly #context: Platform;
  constructor(context: Platform) {
    super();
    this.#context = context;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { files, db } = this.#context;
    const { owner, filename, filetype } = upload.metadata ?? {};
    if (!owner || upload.size === undefined) throw ERRORS.INVALID_LENGTH;
    if (!(await hasRoomFor(files, upload.size))) throw noRoom();
    const row = {
      id: upload.id,
      ownerId: owner,
      name: safeFileName(filename),
      contentType: safeContentType(filetype),
      sizeBytes: upload.size,
      key: uploadKey(upload.id),
    };
    await insertUpload(db.sql, row);
    try {
      await startPart(files, row.key);
    } catch (error) {
      if (isDiskFull(error)) throw noRoom();
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
      if (isDiskFull(error)) throw noRoom();
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
      await removeUpload(this.#context, id);
    } catch (error) {
      if (violates(error)) throw new UploadRefusal(409, 'This file is part of a delivery.');
      throw error;
    }
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findUpload(this.#context.db.sql, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #finish(row: Pick<UploadRow, 'id' | 'key'>): Promise<void> {
    await finishPart(this.#context.files, row.key);
    await completeUpload(this.#context.db.sql, row.id);
  }
}
