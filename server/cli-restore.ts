import { access } from 'node:fs/promises';
import { BackupFault } from '#server/platform/backup/backup-format.ts';
import { assertNoFiles, loadBackup } from '#server/platform/backup/load-backup.ts';
import { assertKnownMigrations, markRestoreBegun } from '#server/platform/backup/load-database.ts';
import { openBackup, verifyBackup } from '#server/platform/backup/read-backup.ts';
import { placeRestoreMarker, removeRestoreMarker } from '#server/platform/backup/restore-marker.ts';
import {
  dropRestoreTables,
  findAnyTable,
  findUnfinishedRestore,
  lockRestores,
  type RestoreState,
} from '#server/platform/backup/restore-state.sql.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { openFiles } from '#server/platform/data/open-files.ts';
import { closePlatform, openPlatform } from '#server/platform/open-platform.ts';
import type { Sql } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { composeModules } from './app.ts';
import { log, say, usage, withDatabase } from './cli-backup.ts';
import { type FinishReport, finishRestore } from './finish-restore.ts';

/** `restore FILE`, `restore -` or `restore --resume [--despite-findings]`. Returns the exit code. */
export async function runRestore(args: readonly string[]): Promise<number> {
  const [file = ''] = args;
  const config = readConfig();
  if (!file) return usage('restore FILE, restore - for standard input, or restore --resume');
  const isResumed = file === '--resume';
  if (!isResumed && file !== '-') await access(file);
  // First of all: from here on, no server starts in an empty DATA_DIR.
  const isFirst = !isResumed && (await placeRestoreMarker(config.dataDir));
  return withDatabase(config, async ({ sql }, url) => {
    if (!isResumed) await load(sql, config, { file, isFirst });
    return finish(config, url, args.includes('--despite-findings'));
  });
}

interface Source {
  file: string;
  /** No earlier restore has left its marker in DATA_DIR. */
  isFirst: boolean;
}

/** Loads the backup, unless an earlier restore has loaded it and was ended before its last steps. */
async function load(sql: Sql, config: Config, source: Source): Promise<void> {
  const lock = sql.reserve();
  try {
    if (!(await lockRestores(lock))) throw new BackupFault('Another restore into this database is running.');
    const before = await findUnfinishedRestore(sql);
    if (before?.stage === 'loaded') return await assertSameBackup(config, source.file, before);
    const place = { dataDir: config.dataDir, files: openFiles(config, log), onS3: config.s3 !== undefined };
    await unlessFailed(before, config, source, sql, async () => {
      await assertNoFiles(place);
      await markRestoreBegun(sql);
      if (source.file === '-') return;
      // A stream cannot be read twice: it is verified while it is loaded, before anything of it becomes visible.
      await assertKnownMigrations((await verifyBackup(openBackup(source.file), config.backup)).manifest);
    });
    const { manifest, entries } = await loadBackup({ sql, ...place }, config.backup, openBackup(source.file)).catch(
      (error: unknown) => {
        say('The backup was not loaded, and no server starts here until it is. Run the command again.');
        throw error;
      },
    );
    say(`All ${entries} checksums are right. Loaded the backup of ${manifest.takenAt}.`);
  } finally {
    await lock.release();
  }
}

/** Removes the marks of this restore if `work` fails: nothing of the backup was written. Those of an earlier restore stay. */
async function unlessFailed(
  before: RestoreState | undefined,
  { dataDir }: Config,
  { isFirst }: Source,
  sql: Sql,
  work: () => Promise<void>,
): Promise<void> {
  const unmark = async () => {
    if (await findUnfinishedRestore(sql)) await sql.begin(dropRestoreTables);
    if (isFirst || (await findAnyTable(sql))) await removeRestoreMarker(dataDir);
  };
  try {
    await work();
  } catch (error) {
    // If the database is away, too, the marks stay, and the error says why.
    if (!before) await unmark().catch(() => undefined);
    throw error;
  }
}

async function assertSameBackup(
  config: Config,
  file: string,
  { backupId }: Extract<RestoreState, { stage: 'loaded' }>,
): Promise<void> {
  const { manifest } = await verifyBackup(openBackup(file), config.backup);
  if (manifest.id !== backupId)
    throw new BackupFault(
      `The restore of the backup ${backupId} is not finished. Run: npm run cli -- restore --resume. To restore another one, use an empty DATA_DIR and a new database.`,
    );
  say(`The backup of ${manifest.takenAt} is loaded already.`);
}

async function finish(config: Config, url: string, despiteFindings: boolean): Promise<number> {
  const platform = openPlatform({ ...config, role: 'web', rateLimitFactor: 0 }, url, log);
  try {
    const restore = await findUnfinishedRestore(platform.db.sql);
    if (!restore) return usage('restore FILE. There is no unfinished restore');
    if (restore.stage === 'loading')
      throw new BackupFault('The backup was not loaded completely. Run: npm run cli -- restore FILE');
    await migrate(platform.db, log);
    const { context, modules } = composeModules(platform);
    await platform.jobs.start();
    try {
      const report = await finishRestore(context, modules, { despiteFindings });
      if (report) reportRestore(report);
      if (!report?.finished) return 1;
      await removeRestoreMarker(config.dataDir);
      return 0;
    } finally {
      await platform.jobs.stop();
    }
  } finally {
    await closePlatform(platform);
  }
}

function reportRestore({ dropped, reconciled, findings, finished }: FinishReport): void {
  for (const [kind, count] of dropped) say(`Dropped ${count} waiting jobs of the kind ${kind}.`);
  say(`Asked the card processor about ${reconciled.asked}, could not settle ${reconciled.failed}.`);
  for (const reference of reconciled.mismatches) say(`The processor and the ledger differ for ${reference}.`);
  for (const { name, rows } of findings) {
    say(`FAIL ${name}`);
    for (const row of rows) say(`       ${JSON.stringify(row)}`);
  }
  if (finished) {
    say(
      'The restore is finished. Start the server. `npm run cli -- unmatched` lists payments that the backup does not know.',
    );
  } else if (reconciled.failed > 0) {
    say('The restore is not finished, because the processor did not answer. Run: npm run cli -- restore --resume');
  } else {
    say('The restore is not finished, because invariants do not hold. Run: npm run cli -- restore --resume');
    say('If you accept the findings above, add --despite-findings.');
  }
}
