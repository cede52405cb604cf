import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { DiskSpace } from '#server/platform/data/files.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Area, type Finding, ok, problem, reasonOf, warning } from './checkup.ts';

/** The disk that holds uploads, pictures and, without DATABASE_URL, the database. */
export function storageChecks({ files, config }: Pick<Platform, 'files' | 'config'>): Area {
  return {
    area: 'Storage',
    checks: [
      { name: 'File folder', run: () => writeAndRead(files, config.dataDir) },
      { name: 'Disk space', run: async () => judgeSpace(await files.disk()) },
    ],
  };
}

async function writeAndRead(files: Platform['files'], dataDir: string): Promise<Finding> {
  const key = `doctor/${randomUUID()}`;
  try {
    await files.put(key, Buffer.from('doctor'));
    const content = await buffer(files.open(key));
    if (content.toString() !== 'doctor')
      return problem(`${dataDir} returns other data than was written; check the disk.`);
    return ok(`${dataDir} can be written.`);
  } catch (error) {
    return problem(`${dataDir} cannot be written (${reasonOf(error)}); give the server's user write access.`);
  } finally {
    await files.remove(key).catch(() => undefined);
  }
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export function judgeSpace({ freeBytes, totalBytes, reserveBytes }: DiskSpace): Finding {
  const free = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free`;
  if (freeBytes < reserveBytes)
    return problem(`${free}, less than DISK_RESERVE, so uploads are refused; make room or use a larger disk.`);
  if (freeBytes < reserveBytes * 3 || freeBytes < totalBytes / 10) return warning(`${free}; plan for a larger disk.`);
  return ok(`${free}.`);
}
