import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '#contract/errors.ts';

export interface StoredFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The disk under DATA_DIR/files. Files leave the last `reserveBytes` free, because other parts of the product write there. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
  reserveBytes: number;
}

/** Objects under DATA_DIR/files. The server chooses the keys: lower-case letters, digits, `-`, `_`, `.` and `/`. */
export interface Files {
  /** Writes atomically: a temporary name, fsync, then rename. Throws `insufficient_storage` as `requireSpace` does. */
  put(key: string, data: Readable | Buffer): Promise<StoredFile>;
  /** `end` is inclusive, as in HTTP ranges. */
  open(key: string, range?: { start: number; end: number }): Readable;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  remove(key: string): Promise<void>;
  localPath(key: string): string;
  disk(): Promise<DiskSpace>;
  /** Throws `insufficient_storage` unless this many bytes fit beside the reserve. */
  requireSpace(sizeBytes: number): Promise<void>;
}

const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/;
/** Whether a path below DATA_DIR/files can be a key. */
export const isFileKey = (path: string) => keyPattern.test(path);

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code));
}

/** Files on the local disk. */
export function createFiles(folder: string, reserveBytes: number): Files {
  function localPath(key: string): string {
    if (!keyPattern.test(key)) throw new Error(`not a file key: ${key}`);
    return join(folder, key);
  }
  async function disk(): Promise<DiskSpace> {
    await mkdir(folder, { recursive: true });
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
        await mkdir(dirname(path), { recursive: true });
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
    async stat(key) {
      try {
        return { sizeBytes: (await stat(localPath(key))).size };
      } catch (error) {
        if (hasCode(error, new Set(['ENOENT']))) return null;
        throw error;
      }
    },
    remove: (key) => rm(localPath(key), { force: true }),
  };
}

async function writeWhole(path: string, data: Readable): Promise<StoredFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(data, measure, createWriteStream(path, { flags: 'wx', mode: 0o640 }));
  await syncPath(path);
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
