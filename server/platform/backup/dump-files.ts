import { type FileHandle, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileKey } from '#server/platform/data/files.ts';
import { BackupFault, filesPrefix } from './backup-format.ts';
import type { BackupWriter } from './backup-writer.ts';

export interface DumpedFiles {
  count: number;
  bytes: number;
}

/**
 * Writes every stored file. A finished file never changes, so files that are copied after the snapshot of the database include every file
 * that the snapshot names, except those that were deleted in between.
 */
export async function dumpFiles(folder: string, writer: BackupWriter): Promise<DumpedFiles> {
  const dumped: DumpedFiles = { count: 0, bytes: 0 };
  for await (const key of listKeys(folder)) {
    const handle = await openIfThere(join(folder, key));
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      // An unfinished upload may grow meanwhile: its first `size` bytes are stored.
      const options = { start: 0, end: size - 1, autoClose: false, highWaterMark: 1024 * 1024 };
      if (size === 0) await writer.add(filesPrefix + key, Buffer.alloc(0));
      else await writer.addStream(filesPrefix + key, size, handle.createReadStream(options));
      dumped.count += 1;
      dumped.bytes += size;
    } finally {
      await handle.close();
    }
  }
  return dumped;
}

/**
 * The keys below a folder. Leaves out names that are no keys, such as those of temporary files and `lost+found`, because a restore would
 * refuse them. Throws BackupFault for a symbolic link, because the files behind it would be missing.
 */
async function* listKeys(folder: string, prefix = ''): AsyncGenerator<string> {
  const entries = await opendir(join(folder, prefix)).catch(ifMissing);
  if (!entries) return;
  for await (const entry of entries) {
    if (!isFileKey(entry.name)) continue;
    if (entry.isSymbolicLink()) {
      throw new BackupFault(`${join(folder, prefix, entry.name)} is a symbolic link. Mount the disk there instead.`);
    }
    if (entry.isDirectory()) yield* listKeys(folder, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield prefix + entry.name;
  }
}

/** Undefined if the file has been deleted since it was listed. */
function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch(ifMissing);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
