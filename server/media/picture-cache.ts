import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface PictureCache {
  get(key: string): Promise<Buffer | null>;
  put(key: string, data: Buffer): Promise<void>;
}

interface CacheLimits {
  maxBytes: number;
  /** Older ones are made anew. */
  maxAgeMs: number;
}

const nothingThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Pictures that can be made again at any time, in a folder that may be emptied at any time. */
export function openPictureCache(folder: string, { maxBytes, maxAgeMs }: CacheLimits): PictureCache {
  let size: number | undefined;
  let pruning: Promise<void> | undefined;

  const pathOf = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };

  /** Removes the oldest until a tenth of the room is free. */
  async function prune(): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const found = await stat(path).catch(() => null);
          return { path, bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
        }),
    );
    files.sort((one, other) => one.at - other.at);
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { path, bytes } of files) {
      if (total <= maxBytes * 0.9) break;
      await rm(path, { force: true });
      total -= bytes;
    }
    size = total;
  }

  return {
    async get(key) {
      const path = pathOf(key);
      try {
        const { mtimeMs } = await stat(path);
        return Date.now() - mtimeMs > maxAgeMs ? null : await readFile(path);
      } catch (error) {
        if (nothingThere(error)) return null;
        throw error;
      }
    },
    async put(key, data) {
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(temporary, data, { mode: 0o640 });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      // Counted once at the first write, then kept up; what other processes write is found by the next count.
      if (size !== undefined) size += data.length;
      if (size !== undefined && size <= maxBytes) return;
      pruning ??= prune().finally(() => {
        pruning = undefined;
      });
      await pruning;
    },
  };
}
