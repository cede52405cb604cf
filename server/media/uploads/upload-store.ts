import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { violates } from '#server/platform/postgres/db.ts';
import { beginUpload } from './begin-upload.ts';
import { type FinishedUpload, finishUpload } from './finish-upload.ts';
import { removeOwnUpload } from './remove-upload.ts';
import { safeContentType, safeFileName } from './upload-names.ts';
import { isDiskFull, uploadKey, uploadParts, waitingForSpace } from './upload-parts.ts';
import { deleteUpload, findOwnUpload, touchOwnUpload, type UploadRow } from './uploads.sql.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of the pool that the client names. Throws not_found if it is malformed. */
function poolIdOf(named: string | null | undefined): string | null {
  if (!named) return null;
  if (!uuid.test(named)) throw appError('not_found');
  return named.toLowerCase();
}

/**
 * The uploads of one owner, as a data store for @tus/server. The row holds the owner and the size; the stored part shows the
 * progress. The client gets a success only after the last byte, the final name and `completed_at` are durable. Every statement
 * includes the owner, so that no id can reach another person's upload. A null owner has no uploads.
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
    const { db } = this.#context;
    const { filename, filetype, pool } = upload.metadata ?? {};
    if (!this.#ownerId || upload.size === undefined) throw ERRORS.INVALID_LENGTH;
    const row = {
      id: upload.id,
      ownerId: this.#ownerId,
      poolId: poolIdOf(pool),
      name: safeFileName(filename),
      contentType: safeContentType(filetype),
      sizeBytes: upload.size,
      key: uploadKey(upload.id),
    };
    await beginUpload(this.#context, row);
    try {
      await uploadParts(this.#context).start(row);
    } catch (error) {
      await deleteUpload(db.sql, row.id);
      throw isDiskFull(error) ? appError('insufficient_storage') : error;
    }
    if (row.sizeBytes === 0) await this.#finish(row);
    return upload;
  }

  override async write(data: Readable, id: string, offset: number): Promise<number> {
    const row = await touchOwnUpload(this.#context.db.sql, { id, ownerId: this.#ownerId });
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (row.completedAt) return row.sizeBytes;
    try {
      const reached = offset + (await uploadParts(this.#context).append(row, data, offset));
      if (reached === row.sizeBytes) await this.#finish(row);
      return reached;
    } catch (error) {
      throw isDiskFull(error) ? waitingForSpace() : error;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    const reached = row.completedAt ? row.sizeBytes : await uploadParts(this.#context).receivedBytes(row);
    // The server crashed between the last byte and the row. The client sends nothing more, so the upload is completed here.
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
      if (violates(error)) throw appError('conflict', { message: () => t`This file is part of a delivery.` });
      throw error;
    }
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findOwnUpload(this.#context.db.sql, { id, ownerId: this.#ownerId });
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  async #finish(row: FinishedUpload): Promise<void> {
    // The row may have been deleted while the last bytes arrived.
    if (!(await finishUpload(this.#context, row))) throw ERRORS.FILE_NOT_FOUND;
  }
}
