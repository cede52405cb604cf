import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, appError } from '#contract/errors.ts';
import type { Files } from '#server/platform/data/files.ts';

/** Holds unfinished parts and finished files, so that finishing is a rename and never a copy. */
export const uploadFolder = 'uploads';
export const uploadKey = (id: string) => `${uploadFolder}/${id}`;
/** How far an upload may use up the disk's reserve before it is stopped. */
const checkEveryBytes = 1024 * 1024;
const partOf = (files: Files, key: string) => `${files.localPath(key)}.part`;

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

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

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Creates an empty part. Keeps an existing one. */
export async function startPart(files: Files, key: string): Promise<void> {
  const path = partOf(files, key);
  await mkdir(dirname(path), { recursive: true });
  await (await open(path, 'a', 0o640)).close();
}

/** Returns the bytes on disk. After a crash or a lost connection, only these count. */
export async function partSize(files: Files, key: string): Promise<{ sizeBytes: number; isFinished: boolean }> {
  const part = await sizeOf(partOf(files, key));
  if (part !== null) return { sizeBytes: part, isFinished: false };
  const finished = await sizeOf(files.localPath(key));
  return finished === null ? { sizeBytes: 0, isFinished: false } : { sizeBytes: finished, isFinished: true };
}

/**
 * Appends at `offset` and returns the number of bytes received. After a failure, the client resumes from the bytes that were
 * written. Throws `insufficient_storage` once only the disk's reserve is left, which other uploads can cause at any time.
 */
export async function appendToPart(files: Files, key: string, data: Readable, offset: number): Promise<number> {
  await files.requireSpace(0);
  await startPart(files, key);
  let received = 0;
  let checkedAt = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received - checkedAt >= checkEveryBytes) {
        checkedAt = received;
        await files.requireSpace(chunk.length);
      }
      yield chunk;
    }
  }
  await pipeline(data, counted, createWriteStream(partOf(files, key), { flags: 'r+', start: offset }));
  return received;
}

/** Flushes the part to disk and renames it to its final name. Safe to repeat after a crash at any point. */
export async function finishPart(files: Files, key: string): Promise<void> {
  const part = partOf(files, key);
  const path = files.localPath(key);
  if ((await sizeOf(part)) === null) return;
  await syncPath(part);
  await rename(part, path);
  await syncPath(dirname(path));
}

export async function removePart(files: Files, key: string): Promise<void> {
  await rm(partOf(files, key), { force: true });
  await files.remove(key);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
