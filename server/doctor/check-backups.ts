import type { Area } from '#server/health/checkup.ts';
import { judgeBackup } from '#server/health/judgments.ts';
import { readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import type { Platform } from '#server/platform/platform.ts';

/** The newest backup that was made of this database. */
export function backupChecks({ db }: Pick<Platform, 'db'>): Area {
  return {
    area: 'Backups',
    checks: [{ name: 'Newest backup', run: async () => judgeBackup(await readNewestBackup(db.sql)) }],
  };
}
