import { randomBytes } from 'node:crypto';
import { ERRORS, type MemoryLocker, Server } from '@tus/server';
import { uploadsPath } from '#contract/delivery.ts';
import { AppError, appError, type ErrorCode } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { toAppError } from '#server/platform/http/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isOutOfRoom, waitingForRoom } from './upload-parts.ts';
import { UploadStore } from './upload-store.ts';

export interface TusRequest {
  /** Shared by all requests: one of them at a time writes to an upload. */
  locker: MemoryLocker;
  /** The upload that the address names. */
  id: string | undefined;
  /** Null for a visitor, who may ask only what this server can do. */
  ownerId: string | null;
}

/**
 * @tus/server for one request: it knows the id and the owner from us and cannot read them from the address. `onRefusal` hears why
 * a request was refused, as an error of the one table.
 */
export function createTus(
  context: Platform,
  { locker, id, ownerId }: TusRequest,
  onRefusal: (error: AppError) => void,
): Server {
  return new Server({
    path: uploadsPath,
    relativeLocation: true,
    locker,
    datastore: new UploadStore(context, ownerId),
    maxSize: limits.uploadBytes,
    // Same origin only; http.ts has refused everything else already.
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(24).toString('hex'),
    getFileIdFromRequest: () => id,
    onResponseError: (_request, error) => {
      const refusal = error instanceof Error ? ofStore(error) : ofTus(error);
      if (refusal.status === 500) context.log.error({ err: error }, 'upload failed');
      onRefusal(refusal);
      return { status_code: refusal.status, body: refusal.message };
    },
  });
}

/** The pipeline may break with the disk's own error before the store can translate it. */
function ofStore(error: Error): AppError {
  return isOutOfRoom(error) && !(error instanceof AppError) ? waitingForRoom() : toAppError(error);
}

const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'payload_too_large',
};

/** What @tus/server refuses by itself. */
function ofTus(error: { status_code: number; body: string }): AppError {
  // Another request of the same upload took its turn, or is slow to give it up.
  if (error === ERRORS.ABORTED) return appError('conflict');
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return appError('unavailable');
  const code = codes[error.status_code];
  return code ? appError(code) : appError('validation_failed', { message: error.body.trim() });
}
