import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Area, type Finding, ok, problem, reasonOf } from '#server/health/checkup.ts';
import { judgeBackup, judgeFiles, judgeSpace } from '#server/health/judgments.ts';
import { findMissingFiles } from '#server/media/find-missing-files.ts';
import { readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The disk that holds uploads, pictures and, without DATABASE_URL, the database. */
export function storageChecks({ files, config }: Pick<Platform, 'files' | 'config'>): Area {
  return {
    area: 'Storage',
    checks: [
      { name: 'File folder', run: () => writeAndRead(files, config) },
      { name: 'Disk space', run: async () => judgeSpace(await files.disk()) },
    ],
  };
}

/** Needs the tables. A doctor with other settings than the server, such as another DATA_DIR, finds none of its files. */
export function knownFileChecks(platform: Pick<Platform, 'db' | 'files'>): Area {
  return {
    area: 'Storage',
    checks: [
      {
        name: 'Known files',
        run: async () => {
          const report = await findMissingFiles(platform);
          return report.sampled > 0 ? judgeFiles(report) : undefined;
        },
      },
    ],
  };
}

async function writeAndRead(files: Platform['files'], { dataDir, s3 }: Platform['config']): Promise<Finding> {
  const place = s3 ? `The bucket ${s3.bucket} at ${s3.endpoint}` : dataDir;
  const key = `doctor/${randomUUID()}`;
  try {
    await files.put(key, Buffer.from('doctor'));
    const content = await buffer(files.open(key));
    if (content.toString() !== 'doctor')
      return problem(`${place} returns other data than was written; check ${s3 ? 'the S3 server' : 'the disk'}.`);
    return ok(`${place} can be written.`);
  } catch (error) {
    if (s3)
      return problem(`${place} cannot be used; the log has the reason. Check S3_ENDPOINT, S3_BUCKET and the keys.`);
    return problem(`${place} cannot be written (${reasonOf(error)}); give the server's user write access.`);
  } finally {
    await files.remove(key).catch(() => undefined);
  }
}

/** The newest backup that was made of this database. */
export function backupChecks({ db }: Pick<Platform, 'db'>): Area {
  return {
    area: 'Backups',
    checks: [{ name: 'Newest backup', run: async () => judgeBackup(await readNewestBackup(db.sql)) }],
  };
}
