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
import { compileCacheEnv, programs } from '#testing/programs.ts';

const noKeys = { passphrase: undefined, recipients: [], identityFile: undefined };

/** The database after a kill. */
interface AfterKill {
  migrations: string[];
  routines: string[];
  /** Whether `pools` has a column of 0002_first_release.sql. */
  hasNewColumn: boolean;
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
 * Loads a backup of an older version, kills the process that migrates it with SIGKILL within 0002_first_release.sql and within the first
 * routines, and lets a third process finish.
 */
export async function upgradeWithKills(
  { url, dataDir, backup }: { url: string; dataDir: string; backup: string },
  prepare: (sql: Sql) => Promise<void>,
): Promise<UpgradeReport> {
  const db = openDatabase(url, { log: createLogger('silent'), max: 3 });
  try {
    const files = createDiskFiles(join(dataDir, 'files'), 0);
    await loadBackup({ sql: db.sql, dataDir, files, onS3: false }, noKeys, openBackup(backup));
    await prepare(db.sql);
    const loaded = await look(db.sql);
    const place = { url, dataDir };
    await killWhileItWaits(db.sql, {
      ...place,
      table: 'notifications',
      words: 'What has changed in the tables',
      ends: true,
    });
    const killedWithin = await look(db.sql);
    await killWhileItWaits(db.sql, {
      ...place,
      // No migration changes it, so only the routine waits.
      table: 'update_likes',
      words: 'The deletion of an account holds',
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
  /** The file waits for this table. */
  table: string;
  /** Words of the comment at the beginning of the file. */
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
    await tx`lock table ${tx(table)} in row exclusive mode`;
    const child = start(url, dataDir);
    // All files before it run first.
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
  const namesIn = async (table: string) => {
    const [{ isThere } = { isThere: false }] = await sql<
      { isThere: boolean }[]
    >`select to_regclass(${table}) is not null as is_there`;
    return isThere
      ? (await sql<{ name: string }[]>`select name from ${sql(table)} order by name`).map(({ name }) => name)
      : [];
  };
  const columns = await sql`
    select 1 from information_schema.columns where table_name = 'pools' and column_name = 'account_due_at'`;
  return {
    migrations: await namesIn('schema_migrations'),
    routines: await namesIn('schema_routines'),
    hasNewColumn: columns.length === 1,
  };
}
