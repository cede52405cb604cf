import { statfs } from 'node:fs/promises';
import { type Area, type Finding, ok, problem, warning } from '#server/health/checkup.ts';
import { listNodes, type Node } from '#server/health/list-nodes.ts';
import { type KnownBackup, readNewestBackup } from '#server/platform/backup/backups.sql.ts';
import { findUnfinishedRestore } from '#server/platform/backup/restore-state.sql.ts';
import type { Config } from '#server/platform/config/config.ts';
import { version } from '#server/platform/config/version.ts';
import type { Database } from '#server/platform/postgres/db.ts';
import { compareMigrations, readMigrations } from '#server/platform/postgres/migrate.ts';
import { judgePrivileges, judgeVersion } from './check-database.ts';
import { readDatabaseFacts } from './doctor.sql.ts';
import { touchedTables } from './touched-tables.ts';
import { hasTable, listTableSizes, readLastMigration, type TableSize } from './upgrade.sql.ts';

const hoursToOldBackup = 24;
/** The space for PostgreSQL's log and temporary files, besides a copy of each table. */
const spareBytes = 500e6;

/** The effects that the start of this version would have on the database. Reads only. */
export function upgradeChecks(db: Database, config: Config): Area[] {
  return [
    {
      area: 'Versions',
      checks: [
        { name: 'Running servers', run: async () => judgeNodes(await listNodes(db.sql)) },
        { name: 'Last migration', run: async () => describeLast(await readLastMigration(db.sql)) },
      ],
    },
    {
      area: 'Migrations',
      checks: [
        { name: 'Pending', run: () => judgePending(db) },
        { name: 'Restore', run: async () => judgeRestore((await findUnfinishedRestore(db.sql)) !== undefined) },
      ],
    },
    {
      area: 'Database',
      checks: [
        { name: 'Version', run: async () => judgeVersion((await readDatabaseFacts(db.sql)).version) },
        {
          name: 'Privileges',
          run: async () => (config.databaseUrl ? judgePrivileges(await readDatabaseFacts(db.sql)) : undefined),
        },
      ],
    },
    {
      area: 'Safety',
      checks: [
        { name: 'Newest backup', run: async () => judgeBackupBefore(await newestBackup(db), await isEmpty(db)) },
        {
          name: 'Disk space',
          run: async () => judgeRoom(await freeBytes(config.dataDir), await sizeOfPending(db), !config.databaseUrl),
        },
      ],
    },
  ];
}

export function judgeNodes(nodes: readonly Pick<Node, 'role' | 'version' | 'host'>[]): Finding {
  const others = nodes.filter((node) => node.version !== version);
  const named = (list: typeof nodes) => list.map((node) => `${node.role} ${node.version} on ${node.host}`).join(', ');
  if (nodes.length === 0) return ok(`No server is connected. This is version ${version}.`);
  if (others.length === 0) return ok(`This is version ${version}, as is every connected server (${named(nodes)}).`);
  return warning(
    `This is version ${version}. Connected with another version: ${named(others)}; replace them soon after the upgrade.`,
  );
}

function describeLast(last: { name: string; at: Date } | undefined): Finding {
  if (!last) return ok('The database has no tables yet; the first start creates them.');
  return ok(`${last.name}, applied at ${last.at.toISOString()}.`);
}

async function pending(db: Database) {
  const { missing } = await compareMigrations(db);
  return (await readMigrations()).filter(({ name }) => missing.includes(name));
}

/** One line for each pending migration. An empty database needs all of them, so one line is enough. */
async function judgePending(db: Database): Promise<Finding | (Finding & { name: string })[]> {
  const { unknown, edited } = await compareMigrations(db);
  if (unknown.length > 0)
    return problem(`The database has ${unknown.at(-1)}, which this version does not know; install the newer version.`);
  if (edited.length > 0)
    return problem(`${edited.join(', ')} was edited after it was applied; install an unchanged version.`);
  const migrations = await pending(db);
  if (migrations.length === 0) return ok('None: this version can start at once.');
  if (await isEmpty(db)) return ok(`${migrations.length} create the tables in an empty database.`);
  return Promise.all(
    migrations.map(async ({ name, text }) => {
      const sizes = await listTableSizes(db.sql, touchedTables(text));
      return { name, ...ok(sizes.length === 0 ? 'Touches no existing table.' : `Touches ${describe(sizes)}.`) };
    }),
  );
}

const describe = (sizes: readonly TableSize[]) =>
  sizes
    .map(({ name, rows, bytes }) => `${name} (about ${rows.toLocaleString('en-US')} rows, ${megabytes(bytes)})`)
    .join(', ');

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The size of every existing table that a pending migration touches. */
async function sizeOfPending(db: Database): Promise<number> {
  const names = new Set((await pending(db)).flatMap(({ text }) => touchedTables(text)));
  return (await listTableSizes(db.sql, [...names])).reduce((sum, { bytes }) => sum + bytes, 0);
}

function judgeRestore(unfinished: boolean): Finding | undefined {
  if (!unfinished) return undefined;
  return problem('A restore is not finished; run `npm run cli -- restore --resume` first.');
}

async function isEmpty(db: Database): Promise<boolean> {
  return (await readLastMigration(db.sql)) === undefined;
}

/** Versions before 0062 have no record of backups. */
async function newestBackup(db: Database) {
  return (await hasTable(db.sql, 'backups')) ? readNewestBackup(db.sql) : undefined;
}

/** Nothing but a backup leads back, but an operator may have taken one in another way. */
export function judgeBackupBefore(
  backup: (Pick<KnownBackup, 'bytes'> & { ageHours: number }) | undefined,
  empty: boolean,
): Finding {
  if (empty) return ok('There is nothing to back up yet.');
  if (!backup) return warning('No backup is known; run `npm run cli -- backup FILE` before the upgrade.');
  const about = `The newest backup is ${backup.ageHours.toFixed(1)} hours old (${megabytes(backup.bytes)})`;
  if (backup.ageHours <= hoursToOldBackup) return ok(`${about}.`);
  return warning(`${about}; run \`npm run cli -- backup FILE\` before the upgrade.`);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A migration may write each table again. `isLocal`: the database is on this disk. */
export function judgeRoom(free: number, touched: number, isLocal: boolean): Finding {
  const has = `DATA_DIR has ${megabytes(free)} free`;
  if (!isLocal)
    return ok(`${has}. On its own disk, PostgreSQL may need ${megabytes(touched + spareBytes)} for the migrations.`);
  if (free < touched + spareBytes)
    return problem(`${has}, and the migrations may need ${megabytes(touched + spareBytes)}; free up space first.`);
  return ok(`${has}; the migrations may need ${megabytes(touched + spareBytes)}.`);
}
