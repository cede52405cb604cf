import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { diskFilesOf } from '#server/platform/data/open-files.ts';
import type { Platform } from '#server/platform/platform.ts';
import { diskUploadParts } from './disk-upload-parts.ts';
import { s3UploadParts } from './s3-upload-parts.ts';
import type { UploadParts } from './upload-bytes.ts';

/** Holds unfinished and finished uploads. */
export const uploadFolder = 'uploads';
export const uploadKey = (id: string) => `${uploadFolder}/${id}`;

export const uploadParts = contextState(
  ({ config, files, log }: Pick<Platform, 'config' | 'files' | 'log' | 'state'>): UploadParts =>
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
    message: () => t`This site has no space left for files right now. What you sent so far is kept. Try again later.`,
  });
