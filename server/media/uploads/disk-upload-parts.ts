import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DiskFiles, syncPath } from '#server/platform/data/disk-files.ts';
import { makePrivateFolder, privateFile } from '#server/platform/data/private-paths.ts';
import type { UploadParts } from './upload-bytes.ts';

/** How far an upload may use up the disk's reserve before it is stopped. */
const checkEveryBytes = 1024 * 1024;

/** Unfinished and finished files are in one folder, so that finishing is a rename and never a copy. */
export function diskUploadParts(files: DiskFiles): UploadParts {
  const partOf = (key: string) => `${files.localPath(key)}.part`;

  async function start(key: string): Promise<void> {
    const path = partOf(key);
    await makePrivateFolder(dirname(path));
    await (await open(path, 'a', privateFile)).close();
  }

  return {
    start: ({ key }) => start(key),
    async receivedBytes({ key }) {
      return (await sizeOf(partOf(key))) ?? (await sizeOf(files.localPath(key))) ?? 0;
    },
    async append({ key }, data, offset) {
      await files.requireSpace(0);
      await start(key);
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
      await pipeline(data, counted, createWriteStream(partOf(key), { flags: 'r+', start: offset }));
      return received;
    },
    async finish({ key }) {
      const part = partOf(key);
      const path = files.localPath(key);
      if ((await sizeOf(part)) === null) return;
      await syncPath(part);
      await rename(part, path);
      await syncPath(dirname(path));
    },
    async remove(key) {
      await rm(partOf(key), { force: true });
      await files.remove(key);
    },
  };
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
