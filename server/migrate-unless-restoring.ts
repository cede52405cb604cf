import { BackupFault } from '#server/platform/backup/backup-format.ts';
import { hasRestoreMarker, removeRestoreMarker } from '#server/platform/backup/restore-marker.ts';
import { findAnyTable, findUnfinishedRestore } from '#server/platform/backup/restore-state.sql.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Connection, Database } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';

/** Throws while a restore into this database or DATA_DIR is unfinished: nothing else may use them. */
export async function refuseUnfinishedRestore(sql: Connection, dataDir: string): Promise<void> {
  const restore = await findUnfinishedRestore(sql);
  if (restore?.stage === 'loaded') {
    throw new BackupFault(
      `The restore of the backup ${restore.backupId} is not finished. Run: npm run cli -- restore --resume`,
    );
  }
  // A marker beside other data is one of a restore that was refused, or that ended as it was killed.
  if (restore || ((await hasRestoreMarker(dataDir)) && !(await findAnyTable(sql)))) {
    throw new BackupFault(
      'A restore into this place has begun and is not finished. Run: npm run cli -- restore FILE, as before. A start now would open an empty site. To give the restore up, use an empty DATA_DIR and a new database.',
    );
  }
}

/**
 * Migrates the database before a server or a command uses it. Throws while a restore is unfinished. Looks again under the lock of the
 * migrations, under which a restore begins: a database never gets tables after a restore into it has begun.
 */
export async function migrateUnlessRestoring(db: Database, dataDir: string, log: Logger): Promise<void> {
  await refuseUnfinishedRestore(db.sql, dataDir);
  await migrate(db, log, { guard: (session) => refuseUnfinishedRestore(session, dataDir) });
  await removeRestoreMarker(dataDir);
}
