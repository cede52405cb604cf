import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot, version } from '#server/platform/config/project.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { baseline, replacementsOf } from './baseline.ts';
import { type Connection, type Database, isTransient } from './db.ts';

const migrationsFolder = pathToFileURL(join(projectRoot, 'migrations/'));
/** An arbitrary advisory lock number that nothing else in this database uses. */
const lockKey = 4_170_626_711;
const lockTries = 30;

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** All migrations of this version, in their order. */
export async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

/** The functions, triggers and views of the modules: the `*.sql` files below server/, in the order of their paths. */
export async function readRoutines(): Promise<Migration[]> {
  const names = globSync('server/**/*.sql', { cwd: projectRoot }).sort();
  if (names.length === 0)
    throw new Error('The .sql files of server/ are missing. Install Fanfare with its folder server/.');
  return Promise.all(names.map((name) => readMigration(pathToFileURL(join(projectRoot, '/')), name)));
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8');
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

interface MigrateOptions {
  folder?: URL;
  routines?: readonly Migration[];
  /** Runs under the lock of the migrations, before anything is changed. If it throws, nothing changes. */
  guard?: (session: Connection) => Promise<void>;
}

/**
 * Applies the new files of migrations/, then the routines that have changed, each in its own transaction, on one node at a time. Throws if
 * an applied migration was edited, or if the database has one that this version does not know.
 */
export async function migrate(
  database: Database,
  log: Logger,
  { folder = migrationsFolder, routines, guard }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const repeated = routines ?? (await readRoutines());
  const session = database.sql.reserve();
  try {
    await session`set statement_timeout = 0`;
    await session`select pg_advisory_lock(${lockKey})`;
    await guard?.(session);
    await createRecord(session);
    await replaceEarlier(session, migrations);
    await applyAll(session, { migrations, routines: repeated }, log);
  } finally {
    await session.release();
  }
}

async function applyAll(
  session: Connection,
  { migrations, routines }: { migrations: readonly Migration[]; routines: readonly Migration[] },
  log: Logger,
): Promise<void> {
  const run = (text: string) => session.unsafe(text);
  const applied = await readChecksums(session, 'schema_migrations');
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new Error(`The database has ${name}, which this version does not know. Start the version that created it.`);
    }
  }
  // A first start applies all of them, so one line is enough.
  const level = applied.size === 0 ? 'debug' : 'info';
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) {
      await apply(run, `${migration.text}\n; ${recordOf(migration)}`, { name: migration.name, log });
      log[level]({ migration: migration.name }, 'migrated');
    } else if (checksum !== migration.checksum) {
      throw new Error(`${migration.name} was edited after it was applied. Write a new migration instead.`);
    }
  }
  await replaceRoutines(session, routines, { run, log, level });
  if (applied.size === 0) log.info({ migrations: migrations.length }, 'created the tables');
}

async function replaceRoutines(
  session: Connection,
  routines: readonly Migration[],
  { run, log, level }: { run: (text: string) => PromiseLike<unknown>; log: Logger; level: 'debug' | 'info' },
): Promise<void> {
  const rows = await session<{ name: string; checksum: string; version: string }[]>`select * from schema_routines`;
  const current = new Map(rows.map((row) => [row.name, row]));
  const changed = routines.filter(({ name, checksum }) => current.get(name)?.checksum !== checksum);
  for (const { name } of changed) {
    const newer = current.get(name)?.version ?? version;
    if (compareVersions(newer, version) > 0)
      throw new Error(`The database has ${name} of version ${newer}, and this is ${version}. Start that version.`);
  }
  for (const routine of changed) {
    // A function may use one of a later file.
    const text = `set local check_function_bodies = off; ${routine.text}\n; ${routineRecordOf(routine)}`;
    await apply(run, text, { name: routine.name, log });
    log[level]({ routine: routine.name }, 'replaced');
  }
  await session`delete from schema_routines where name <> all(${routines.map(({ name }) => name)}::text[])`;
}

/** Compares versions such as 1.9.0 and 1.10.0: positive if the first is newer. */
const compareVersions = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

async function createRecord(session: Connection): Promise<void> {
  await session`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp()
    )`;
  await session`create table if not exists schema_routines (name text primary key, checksum text not null, version text not null)`;
}

async function readChecksums(
  session: Connection,
  table: 'schema_migrations' | 'schema_routines',
): Promise<Map<string, string>> {
  const [record] = await session<{ isThere: boolean }[]>`select to_regclass(${table}) is not null as is_there`;
  if (!record?.isThere) return new Map();
  const rows = await session<{ name: string; checksum: string }[]>`select name, checksum from ${session(table)}`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Records the migrations of this version that replace those of a database from before the first release. */
async function replaceEarlier(session: Connection, migrations: readonly Migration[]): Promise<void> {
  const applied = await readChecksums(session, 'schema_migrations');
  const names = replacementsOf([...applied.keys()]);
  if (!names) return;
  const replacements = migrations.filter(({ name }) => names.includes(name));
  await session`
    with earlier as (delete from schema_migrations returning applied_at)
    insert into schema_migrations (name, checksum, applied_at)
    select n.name, n.checksum, (select case when n.name = ${baseline} then min(applied_at) else max(applied_at) end from earlier)
    from unnest(${replacements.map(({ name }) => name)}::text[], ${replacements.map(({ checksum }) => checksum)}::text[])
      as n (name, checksum)`;
}

/** Makes other processes that would migrate wait until the transaction ends. */
export async function lockMigrations(session: Connection): Promise<void> {
  await session`select pg_advisory_xact_lock(${lockKey})`;
}

/** Applies migrations to an empty database within the caller's transaction. */
export async function applyWithin(session: Connection, migrations: readonly Migration[]): Promise<void> {
  await createRecord(session);
  for (const migration of migrations) await session.unsafe(`${migration.text}\n; ${recordOf(migration)}`);
}

/** The statement that records a migration as applied. */
const recordOf = ({ name, checksum }: Pick<Migration, 'name' | 'checksum'>) =>
  `insert into schema_migrations (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}')`;

const routineRecordOf = ({ name, checksum }: Pick<Migration, 'name' | 'checksum'>) =>
  `insert into schema_routines values ('${name}', '${checksum}', '${version}')
   on conflict (name) do update set checksum = excluded.checksum, version = excluded.version`;

/** A file that does not get its locks within two seconds gives way to traffic and tries again. */
async function apply(
  run: (text: string) => PromiseLike<unknown>,
  text: string,
  { name, log }: { name: string; log: Logger },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(`begin; set local lock_timeout = '2s'; ${text}; commit`);
      return;
    } catch (error) {
      await run('rollback');
      const locked = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!(locked || isTransient(error)) || attempt === lockTries) throw error;
      log.warn({ file: name, attempt }, 'waiting for locks');
      await sleep(1000);
    }
  }
}

/** The differences between the migrations of this version and those of the database. */
export interface MigrationDifferences {
  /** This version would still apply them: migrations, and routines that are missing or differ. */
  missing: string[];
  /** The database has them, and this version does not. */
  unknown: string[];
}

/** Changes nothing. */
export async function compareMigrations({ sql }: Pick<Database, 'sql'>): Promise<MigrationDifferences> {
  const names = (await readMigrations()).map(({ name }) => name);
  const stored = [...(await readChecksums(sql, 'schema_migrations')).keys()];
  const applied = replacementsOf(stored) ?? stored;
  const current = await readChecksums(sql, 'schema_routines');
  const changed = (await readRoutines()).filter(({ name, checksum }) => current.get(name) !== checksum);
  return {
    missing: [...names.filter((name) => !applied.includes(name)), ...changed.map(({ name }) => name)],
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

/** Whether every migration of this version has been applied. A newer version may have replaced its routines. */
export async function isMigrated({ sql }: Database): Promise<boolean> {
  const applied = await readChecksums(sql, 'schema_migrations');
  return (await readMigrations()).every(({ name }) => applied.has(name));
}

/** When the first migration ran in this database. A restore runs all migrations in a new database. */
export async function readDatabaseStart(sql: Connection): Promise<Date> {
  const [row] = await sql<{ start: Date }[]>`select min(applied_at) as start from schema_migrations`;
  if (!row) throw new Error('an aggregate has a row');
  return row.start;
}
