import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { createDiskFiles } from '#server/platform/data/disk-files.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { eventually } from '#testing/builders.ts';
import { compileCacheEnv } from '#testing/compile-cache.ts';
import { programs } from '#testing/programs.ts';

const noKeys = { passphrase: undefined, recipients: [], identityFile: undefined };

/** The database after a kill. */
interface AfterKill {
  applied: string[];
  /** Whether `payout_accounts` has the column that 0054_payout_parts.sql drops in its third statement. */
  hasOldColumn: boolean;
}

export interface UpgradeReport {
  loaded: AfterKill;
  /** PostgreSQL ended the killed process's transaction, as the embedded database does when it stops with its owner. */
  killedWithin: AfterKill;
  /** PostgreSQL finished the statement that the killed process had sent, as a separate server does. */
  killedBetween: AfterKill;
  final: { code: number; output: string };
}

/**
 * Loads a backup of an older version, kills the process that migrates it with SIGKILL within 0054_payout_parts.sql, and after
 * 0066_upload_details.sql, and lets a third process finish.
 */
export async function upgradeWithKills(url: string, dataDir: string, backup: string): Promise<UpgradeReport> {
  const db = openDatabase(url, { log: createLogger('silent'), max: 3 });
  try {
    const files = createDiskFiles(join(dataDir, 'files'), 0);
    await loadBackup({ sql: db.sql, dataDir, files, onS3: false }, noKeys, openBackup(backup));
    const loaded = await look(db.sql);
    await killWhileItWaits(db.sql, { table: 'payouts', words: 'Payouts through processors', url, dataDir, ends: true });
    const killedWithin = await look(db.sql);
    await killWhileItWaits(db.sql, {
      table: 'uploads',
      words: 'browser measures audio and video',
      url,
      dataDir,
      ends: false,
    });
    const killedBetween = await look(db.sql);
    const child = start(url, dataDir);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ]);
    return { loaded, killedWithin, killedBetween, final: { code, output: output + errors } };
  } finally {
    await db.close();
  }
}

/** `restore --resume` migrates as the start of a server does, and then checks every invariant. */
function start(url: string, dataDir: string): ChildProcess {
  return spawn(process.execPath, [programs.cli, 'restore', '--resume'], {
    env: {
      ...compileCacheEnv,
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Kill {
  /** The migration waits for this table. */
  table: string;
  /** Words of the comment at the beginning of the migration. */
  words: string;
  url: string;
  dataDir: string;
  /** Whether the session in PostgreSQL ends with its process. */
  ends: boolean;
}

async function killWhileItWaits(sql: Sql, { table, words, url, dataDir, ends }: Kill): Promise<void> {
  const backends = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like ${`begin; set local%${words}%`}`;
  await sql.begin(async (tx) => {
    await tx`select 1 from ${tx(table)} limit 1`;
    const child = start(url, dataDir);
    // All migrations before it run first.
    await eventually(() => waiting(sql, words), Boolean, 60_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (ends) for (const { pid } of await backends()) await tx`select pg_terminate_backend(${pid})`;
  });
  // Without the lock, a session that outlives its process goes on to its commit, and then learns that nothing reads its answer.
  await eventually(backends, (rows) => rows.length === 0);
}

async function waiting(sql: Sql, words: string): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like ${`begin; set local%${words}%`}`;
  return rows.length > 0;
}

async function look(sql: Sql): Promise<AfterKill> {
  const applied = await sql<{ name: string }[]>`select name from schema_migrations order by name`;
  const columns = await sql`
    select 1 from information_schema.columns where table_name = 'payout_accounts' and column_name = 'ready'`;
  return { applied: applied.map(({ name }) => name), hasOldColumn: columns.length === 1 };
}
