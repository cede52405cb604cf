import type { Files } from '#server/platform/data/files.ts';
import { filesPrefix } from './backup-format.ts';
import type { BackupWriter } from './backup-writer.ts';

export interface DumpedFiles {
  count: number;
  bytes: number;
}

/**
 * Writes every stored file. A finished file never changes, so files that are copied after the snapshot of the database include every file
 * that the snapshot names, except those that were deleted in between.
 */
export async function dumpFiles(files: Files, writer: BackupWriter): Promise<DumpedFiles> {
  const dumped: DumpedFiles = { count: 0, bytes: 0 };
  for await (const { key } of files.list()) {
    const opened = await files.openWhole(key);
    // It has been deleted since it was listed.
    if (!opened) continue;
    const { sizeBytes, data } = opened;
    await writer.addStream(filesPrefix + key, sizeBytes, data);
    dumped.count += 1;
    dumped.bytes += sizeBytes;
  }
  return dumped;
}
