import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Area, type Finding, ok, problem, reasonOf } from '#server/health/checkup.ts';
import { judgeSpace } from '#server/health/judgments.ts';
import type { Platform } from '#server/platform/platform.ts';

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
