import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '#server/platform/files.ts';

/** The folder of everything uploaded, unfinished parts and finished files alike: finishing is a rename, never a copy. */
export const uploadFolder = 'uploads';
export const uploadKey = (id: string) => `${uploadFolder}/${id}`;
const partOf = (files: Files, key: string) => `${files.localPath(key)}.part`;

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Makes the empty part; keeps what is there. */
export async function startPart(files: Files, key: string): Promise<void> {
  const path = partOf(files, key);
  await mkdir(dirname(path), { recursive: true });
  await (await open(path, 'a', 0o640)).close();
}

/** Whether a file of this size would fit now. */
export async function hasRoomFor(files: Files, sizeBytes: number): Promise<boolean> {
  const folder = files.localPath(uploadFolder);
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > sizeBytes;
}

/** How far the part has come: what the disk holds, whatever was in flight when the process or the line broke. */
export async function partSize(files: Files, key: string): Promise<{ sizeBytes: number; isFinished: boolean }> {
  const part = await sizeOf(partOf(files, key));
  if (part !== null) return { sizeBytes: part, isFinished: false };
  const finished = await sizeOf(files.localPath(key));
  return finished === null ? { sizeBytes: 0, isFinished: false } : { sizeBytes: finished, isFinished: true };
}

/** Appends at `offset` and tells how many bytes came. What was written before a failure stays, to be resumed from. */
export async function appendToPart(files: Files, key: string, data: Readable, offset: number): Promise<number> {
  await startPart(files, key);
  let received = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(data, count, createWriteStream(partOf(files, key), { flags: 'r+', start: offset }));
  return received;
}

/** On the disk for certain, then under its final name. Safe to repeat after a crash at any point. */
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

/** When something was last written to it; null when there is nothing. */
export async function partTouchedAt(files: Files, key: string): Promise<Date | null> {
  try {
    return (await stat(partOf(files, key))).mtime;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
