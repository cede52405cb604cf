import { join } from 'node:path';
import { findMissingFiles } from '#server/media/find-missing-files.ts';
import { BackupFault, type Manifest } from '#server/platform/backup/backup-format.ts';
import { lockBackups, recordBackup } from '#server/platform/backup/backups.sql.ts';
import { isEncrypting } from '#server/platform/backup/encryption.ts';
import { openBackup, verifyBackup } from '#server/platform/backup/read-backup.ts';
import { type BackupReport, writeBackup, writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { workThenClose } from '#server/platform/concurrency/work-then-close.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import type { Files } from '#server/platform/data/files.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { waitForDatabase } from '#server/platform/open-platform.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { refuseUnfinishedRestore } from './migrate-unless-restoring.ts';

/** Standard output may carry the backup. */
export const say = (line: string) => process.stderr.write(`${line}\n`);
export const log = createLogger('warn', { write: (line) => process.stderr.write(line) });

const despiteMissingFiles = '--despite-missing-files';

/** `backup FILE [--despite-missing-files]`, `backup -` or `backup --verify FILE`. Returns the exit code. */
export async function runBackup(args: readonly string[]): Promise<number> {
  const [first = '', second = ''] = args.filter((arg) => arg !== despiteMissingFiles);
  const config = readConfig();
  if (first === '--verify') return verify(second, config);
  if (!first) return usage('backup FILE, backup - for standard output, or backup --verify FILE');
  return withDatabase(config, async (db) => {
    await refuseUnfinishedRestore(db.sql, config.dataDir);
    const files = openFiles(config, log);
    if (!args.includes(despiteMissingFiles)) await refuseOtherFiles(db, files, config);
    return backUp(db, files, config, first);
  });
}

/** Throws if none of the newest files of the database is there: the backup would be complete only in appearance. */
async function refuseOtherFiles(db: Database, files: Files, { s3, dataDir }: Config): Promise<void> {
  const { sampled, missing } = await findMissingFiles({ db, files });
  if (missing === 0 || missing < sampled) return;
  throw new BackupFault(
    `No backup was made: ${s3 ? `the bucket ${s3.bucket}` : join(dataDir, 'files')} has none of the newest ${sampled} files that the database names. Run this command with the settings of the server, such as DATA_DIR. If the files are lost, add ${despiteMissingFiles}.`,
  );
}

async function backUp({ sql }: Database, files: Files, config: Config, file: string): Promise<number> {
  const lock = sql.reserve();
  try {
    // Two backups to one file would write into each other's draft.
    if (!(await lockBackups(lock))) throw new BackupFault('Another backup of this database is running.');
    const source = { sql, files };
    const report =
      file === '-'
        ? await writeBackup(source, config.backup, process.stdout)
        : await writeBackupFile(source, config.backup, file);
    describe(report, config);
    const { manifest, bytes, sha256 } = report;
    const about = { id: manifest.id, takenAt: new Date(manifest.takenAt), bytes, sha256 };
    const encrypted = isEncrypting(config.backup);
    if (!(await recordBackup(sql, { ...about, encrypted, verified: file !== '-' }))) {
      say('`doctor` will not show it, because this version has not migrated the database yet.');
    }
    return 0;
  } finally {
    await lock.release();
  }
}

async function verify(file: string, config: Config): Promise<number> {
  if (!file) return usage('backup --verify FILE');
  const { manifest, entries } = await verifyBackup(openBackup(file), config.backup);
  say(`All ${entries} checksums are right. ${summary(manifest)}`);
  return 0;
}

/** Runs `work` on the embedded database of a running server, on its own, or on DATABASE_URL. Does not migrate it. */
export async function withDatabase(
  config: Config,
  work: (db: Database, url: string) => Promise<number>,
): Promise<number> {
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, join: true });
  const db = openDatabase(config.databaseDirectUrl ?? server.url, { log, max: 3, name: 'fanfare backup' });
  return workThenClose(
    async () => {
      await waitForDatabase(db, log);
      return work(db, server.url);
    },
    () => db.close().finally(() => server.stop()),
  );
}

const summary = ({ takenAt, id, migrations }: Manifest) =>
  `Backup ${id} of ${takenAt}, ${migrations.at(-1)?.name.replace('.sql', '') ?? 'without migrations'}.`;

function describe({ manifest, files, bytes, sha256 }: BackupReport, config: Config): void {
  say(summary(manifest));
  say(`${files.count} files with ${megabytes(files.bytes)}; the backup has ${megabytes(bytes)}, SHA-256 ${sha256}.`);
  if (!isEncrypting(config.backup)) say('It is not encrypted: set BACKUP_PASSPHRASE or BACKUP_RECIPIENTS.');
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export function usage(text: string): number {
  say(`Use: ${text}`);
  return 2;
}
