import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/config/project-root.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { type Connection, type Database, isUnavailable } from './db.ts';

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
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

interface MigrateOptions {
  folder?: URL;
  /** Runs under the lock of the migrations, before anything is changed. Nothing is if it throws. */
  guard?: (session: Connection) => Promise<void>;
}

/**
 * Applies the new files of migrations/, each in its own transaction, on one node at a time. Throws if an applied file was edited, or if
 * the database has a migration that this version does not know.
 */
export async function migrate(
  database: Database,
  log: Logger,
  { folder = migrationsFolder, guard }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const session = await database.sql.reserve();
  let isLost = false;
  try {
    await session`set statement_timeout = 0`;
    await session`select pg_advisory_lock(${lockKey})`;
    await guard?.(session);
    await createRecord(session);
    const applied = await session<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`;
    const checksums = new Map(applied.map((row) => [row.name, row.checksum]));
    for (const name of checksums.keys()) {
      if (!migrations.some((migration) => migration.name === name)) {
        throw new Error(
          `The database has ${name}, which this version does not know. Start the version that created it.`,
        );
      }
    }
    // A first start applies all of them, so one line is enough.
    const isEmpty = applied.length === 0;
    for (const migration of migrations) {
      const known = checksums.get(migration.name);
      if (known === undefined) {
        await apply((text) => session.unsafe(text).simple(), migration, log);
        log[isEmpty ? 'debug' : 'info']({ migration: migration.name }, 'migrated');
      } else if (known !== migration.checksum) {
        throw new Error(`${migration.name} was edited after it was applied. Write a new migration instead.`);
      }
    }
    if (isEmpty) log.info({ migrations: migrations.length }, 'created the tables');
  } catch (error) {
    isLost = isUnavailable(error);
    throw error;
  } finally {
    // A statement on a lost connection may never end. The lock has ended with it.
    if (!isLost) {
      await session`select pg_advisory_unlock(${lockKey})`
        .then(() => session`reset statement_timeout`)
        .catch(() => log.warn('could not release the migration lock; it ends with its connection'));
    }
    session.release();
  }
}

async function createRecord(session: Connection): Promise<void> {
  await session`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp()
    )`;
}

/** Makes other processes that would migrate wait until the transaction ends. */
export async function lockMigrations(session: Connection): Promise<void> {
  await session`select pg_advisory_xact_lock(${lockKey})`;
}

/** Applies migrations to an empty database within the caller's transaction. */
export async function applyWithin(session: Connection, migrations: readonly Migration[]): Promise<void> {
  await createRecord(session);
  for (const migration of migrations) await session.unsafe(`${migration.text}\n; ${recordOf(migration)}`).simple();
}

/** The statement that records a migration as applied. */
const recordOf = ({ name, checksum }: Pick<Migration, 'name' | 'checksum'>) =>
  `insert into schema_migrations (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}')`;

/** A migration that does not get its locks within two seconds gives way to traffic and tries again. */
async function apply(run: (text: string) => PromiseLike<unknown>, migration: Migration, log: Logger) {
  const { name, text } = migration;
  const record = recordOf(migration);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(`begin; set local lock_timeout = '2s'; ${text}\n; ${record}; commit`);
      return;
    } catch (error) {
      await run('rollback');
      const locked = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!locked || attempt === lockTries) throw error;
      log.warn({ migration: name, attempt }, 'waiting for locks');
      await sleep(1000);
    }
  }
}

/** The differences between the migrations of this version and those of the database. */
export interface MigrationDifferences {
  /** This version would still apply them. */
  missing: string[];
  /** The database has them, and this version does not. */
  unknown: string[];
  /** Their text changed after they were applied. */
  edited: string[];
}

/** Changes nothing. */
export async function compareMigrations({ sql }: Pick<Database, 'sql'>): Promise<MigrationDifferences> {
  const migrations = await readMigrations();
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`;
  const rows = table?.there
    ? await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations order by name`
    : [];
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return {
    missing: [...known.keys()].filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => !known.has(name)),
    edited: [...known].filter(([name, sum]) => (applied.get(name) ?? sum) !== sum).map(([name]) => name),
  };
}

/** Whether every migration of this version has been applied. */
export async function isMigrated({ sql }: Database): Promise<boolean> {
  const migrations = await readMigrations(migrationsFolder);
  const [row] = await sql<{ count: number }[]>`select count(*) from schema_migrations`;
  return row !== undefined && row.count >= migrations.length;
}

/** When the first migration ran in this database. A restore runs all migrations in a new database. */
export async function readDatabaseStart(sql: Connection): Promise<Date> {
  const [row] = await sql<{ start: Date }[]>`select min(applied_at) as start from schema_migrations`;
  if (!row) throw new Error('an aggregate has a row');
  return row.start;
}
