import type { Readable } from 'node:stream';
import { AppError, appError } from '#contract/errors.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { diskFilesOf } from '#server/platform/data/open-files.ts';
import type { Platform } from '#server/platform/platform.ts';
import { diskUploadParts } from './disk-upload-parts.ts';
import { s3UploadParts } from './s3-upload-parts.ts';

/** Holds unfinished and finished uploads. */
export const uploadFolder = 'uploads';
export const uploadKey = (id: string) => `${uploadFolder}/${id}`;

export interface PartOf {
  key: string;
  /** The size of the whole file. */
  sizeBytes: number;
}

/** The bytes of unfinished uploads, on disk or on S3. A lock lets one request at a time write to an upload. */
export interface UploadParts {
  /** Creates an empty part. Keeps an existing one. */
  start(upload: PartOf): Promise<void>;
  /** The bytes that are stored, also of a finished file. After a crash or a lost connection, only these count. */
  receivedBytes(upload: PartOf): Promise<number>;
  /**
   * Appends at `offset` and returns the number of bytes received. After a failure, the client resumes from the bytes that were
   * written. Throws `insufficient_storage` once only the disk's reserve is left, which other uploads can cause at any time.
   */
  append(upload: PartOf, data: Readable, offset: number): Promise<number>;
  /** Makes the file durable under its final name. Safe to repeat after a crash at any point. */
  finish(upload: PartOf): Promise<void>;
  /** Removes what was received, and the finished file. */
  remove(key: string): Promise<void>;
}

export const uploadParts = contextState(
  ({ config, files, log }: Platform): UploadParts =>
    config.s3 ? s3UploadParts(config.s3, files, log) : diskUploadParts(diskFilesOf(config)),
);

/** Returns whether the disk is full or only its reserve is left. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'insufficient_storage';
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
}

/** The error for an upload that has started and must wait for free space. */
export const waitingForSpace = () =>
  appError('insufficient_storage', {
    message: 'This site has no space left for files right now. What you sent so far is kept. Try again later.',
  });
