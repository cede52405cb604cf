import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, opendir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '#contract/errors.ts';
import { type DiskSpace, type Files, isFileKey, type ListedFile, requireFileKey, type StoredFile } from './files.ts';
import { createMeasure } from './measure.ts';
import { makePrivateFolder, privateFile } from './private-paths.ts';

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Files on the local disk. */
export interface DiskFiles extends Files {
  localPath(key: string): string;
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code));
}

export function createDiskFiles(folder: string, reserveBytes: number): DiskFiles {
  const localPath = (key: string) => join(folder, requireFileKey(key));
  async function disk(): Promise<DiskSpace> {
    await makePrivateFolder(folder);
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, reserveBytes };
  }
  async function requireSpace(sizeBytes: number): Promise<void> {
    if ((await disk()).freeBytes - sizeBytes < reserveBytes) throw appError('insufficient_storage');
  }
  return {
    localPath,
    disk,
    requireSpace,
    async put(key, data) {
      const path = localPath(key);
      const temporary = join(dirname(path), `.${randomUUID()}.part`);
      await requireSpace(Buffer.isBuffer(data) ? data.length : 0);
      try {
        await makePrivateFolder(dirname(path));
        const stored = await writeWhole(temporary, Buffer.isBuffer(data) ? Readable.from([data]) : data);
        await rename(temporary, path);
        await syncPath(dirname(path));
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw hasCode(error, fullDisk) ? appError('insufficient_storage') : error;
      }
    },
    open: (key, range) => createReadStream(localPath(key), range),
    async openWhole(key) {
      const handle = await open(localPath(key)).catch(ifMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      // An unfinished upload may grow meanwhile.
      if (size > 0)
        return { sizeBytes: size, data: handle.createReadStream({ end: size - 1, highWaterMark: 1024 * 1024 }) };
      await handle.close();
      return { sizeBytes: 0, data: Readable.from([]) };
    },
    async stat(key) {
      try {
        return { sizeBytes: (await stat(localPath(key))).size };
      } catch (error) {
        if (hasCode(error, new Set(['ENOENT']))) return null;
        throw error;
      }
    },
    remove: (key) => rm(localPath(key), { force: true }),
    list: (under) => listFiles(folder, under ? `${requireFileKey(under)}/` : ''),
    withLocalCopy: (key, work) => work(localPath(key)),
  };
}

/**
 * Leaves out names that are no keys, such as those of temporary files and `lost+found`. Throws for a symbolic link, because a backup
 * without the files behind it would be incomplete.
 */
async function* listFiles(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(folder, prefix)).catch(ifMissing);
  if (!entries) return;
  for await (const entry of entries) {
    if (!isFileKey(entry.name)) continue;
    const key = prefix + entry.name;
    if (entry.isSymbolicLink())
      throw new Error(`${join(folder, key)} is a symbolic link. Mount the disk there instead.`);
    if (entry.isDirectory()) yield* listFiles(folder, `${key}/`);
    const stats = entry.isFile() ? await stat(join(folder, key)).catch(ifMissing) : undefined;
    if (stats) yield { key, sizeBytes: stats.size, modifiedAt: stats.mtime };
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function writeWhole(path: string, data: Readable): Promise<StoredFile> {
  const measure = createMeasure();
  await pipeline(data, measure.stream, createWriteStream(path, { flags: 'wx', mode: privateFile }));
  await syncPath(path);
  return measure.result();
}
