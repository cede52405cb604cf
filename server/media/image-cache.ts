import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder, privateFile } from '#server/platform/data/private-paths.ts';

export interface ImageCache {
  get(key: string): Promise<Buffer | null>;
  put(key: string, data: Buffer): Promise<void>;
}

interface CacheLimits {
  maxBytes: number;
  /** Entries older than this count as missing. */
  maxAgeMs: number;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A disk cache for images that the server can make again. The operator may empty the folder at any time. */
export function openImageCache(folder: string, { maxBytes, maxAgeMs }: CacheLimits): ImageCache {
  let size: number | undefined;
  let pruning: Promise<void> | undefined;

  const pathOf = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex');
    return join(folder, name.slice(0, 2), name);
  };

  /** Removes the oldest files until a tenth of the limit is free. */
  async function prune(): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const stats = await stat(path).catch(() => null);
          return { path, bytes: stats?.size ?? 0, at: stats?.mtimeMs ?? 0 };
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
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async put(key, data) {
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
      await makePrivateFolder(dirname(path));
      try {
        await writeFile(temporary, data, { mode: privateFile });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      // The first write counts the folder, later writes add to it. The next count finds what other processes wrote.
      if (size !== undefined) size += data.length;
      if (size !== undefined && size <= maxBytes) return;
      pruning ??= prune().finally(() => {
        pruning = undefined;
      });
      await pruning;
    },
  };
}
