import { randomBytes } from 'node:crypto';
import { ERRORS, type Locker, Server } from '@tus/server';
import { AppError, type ErrorCode } from '#contract/app-error.ts';
import { uploadsPath } from '#contract/delivery.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { toAppError } from '#server/platform/http/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isDiskFull, waitingForSpace } from './upload-parts.ts';
import { UploadStore } from './upload-store.ts';

export interface TusRequest {
  locker: Locker;
  /** The upload that the URL names. */
  id: string | undefined;
  /** Null for a visitor, who may only send OPTIONS. */
  ownerId: string | null;
}

/**
 * Creates a @tus/server for one request. It gets the id and the owner from the caller and never parses them from the URL.
 * `onRefusal` receives the reason for a refusal, as an API error.
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
    // Same origin only. http.ts has already refused all other requests.
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

/** The pipeline may fail with the disk's error before the store can translate it. */
function ofStore(error: Error): AppError {
  return isDiskFull(error) && !(error instanceof AppError) ? waitingForSpace() : toAppError(error);
}

const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'payload_too_large',
};

/** Translates the errors of @tus/server. */
function ofTus(error: { status_code: number; body: string }): AppError {
  // Another request took over the lock of this upload, or did not release it in time.
  if (error === ERRORS.ABORTED) return appError('conflict');
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return appError('unavailable');
  const code = codes[error.status_code];
  return code ? appError(code) : appError('validation_failed', { message: () => error.body.trim() });
}
