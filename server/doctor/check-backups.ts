import { type KnownBackup, readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Area, type Finding, ok, problem, warning } from './checkup.ts';

/** The schedule in docs/operations.md makes one every night. */
const hoursToWarning = 36;
const hoursToProblem = 7 * 24;

/** The newest backup that was made of this database. */
export function backupChecks({ db }: Pick<Platform, 'db'>): Area {
  return {
    area: 'Backups',
    checks: [{ name: 'Newest backup', run: async () => judgeBackup(await readNewestBackup(db.sql)) }],
  };
}

type Judged = Pick<KnownBackup, 'bytes' | 'encrypted' | 'verified'> & { ageHours: number };

export function judgeBackup(backup: Judged | undefined): Finding {
  if (!backup) return problem('No backup was made yet; set up the nightly timer of docs/operations.md.');
  const { ageHours, bytes, encrypted, verified } = backup;
  const about = `The newest backup is ${ageOf(ageHours)} old (${(bytes / 1e6).toFixed(1)} MB)`;
  if (ageHours > hoursToProblem) return problem(`${about}; find out why the nightly timer makes none.`);
  if (ageHours > hoursToWarning) return warning(`${about}; check the nightly timer.`);
  if (!encrypted) return warning(`${about} and not encrypted; set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE.`);
  if (!verified) return ok(`${about}. It was sent elsewhere: verify it there with \`backup --verify\`.`);
  return ok(`${about}, encrypted, and was read back from the disk.`);
}

function ageOf(hours: number): string {
  if (hours < 48) return `${Math.round(hours)} hours`;
  return `${Math.round(hours / 24)} days`;
}
