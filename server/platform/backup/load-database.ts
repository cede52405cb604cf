import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { replacementsOf } from '#server/platform/postgres/baseline.ts';
import type { Connection, CopyTx, Sql } from '#server/platform/postgres/db.ts';
import { applyWithin, lockMigrations, type Migration, readMigrations } from '#server/platform/postgres/migrate.ts';
import { BackupFault, type BackupTable, folderOf, jobsTable, type Manifest } from './backup-format.ts';
import { backedUpSchemas, columnList, listTables, qualified, quote } from './dump-database.ts';
import { type BackupEntry, damaged } from './read-backup.ts';
import { createRestoreTables, findAnyTable, recordRestoreBegin, waitingJobsTable } from './restore-state.sql.ts';

const decompress = promisify(zstdDecompress);

/** Statements that take the safeguards off an empty database and put them back. */
interface Safeguards {
  off: string[];
  on: string[];
}

/**
 * Loads a backup into an empty database, within a transaction: the migrations of the backup, then its rows. Before it commits, no other
 * connection sees anything of it. Needs no superuser: instead of `session_replication_role` it drops the foreign keys, which validate all
 * rows when it adds them again. There are no triggers yet: the start after the restore adds the modules' routines.
 */
export class DatabaseLoader {
  readonly #session: CopyTx;
  #safeguards: Safeguards = { off: [], on: [] };
  /** By the folder of their parts. */
  #tables = new Map<string, string>();

  constructor(session: CopyTx) {
    this.#session = session;
  }

  /** Throws BackupFault if the database is not empty or the backup has a migration that this version does not know. */
  async begin(manifest: Manifest): Promise<void> {
    const session = this.#session;
    const migrations = await knownMigrations(manifest);
    await session`set local statement_timeout = 0`;
    await session`set local idle_in_transaction_session_timeout = 0`;
    // A server that starts now waits for this transaction before it looks for new migrations.
    await lockMigrations(session);
    await assertEmpty(session);
    await applyWithin(session, migrations);
    await createRestoreTables(session, manifest);
    const tables = await listTables(session);
    assertSameTables(manifest.tables, tables);
    this.#safeguards = await readSafeguards(session);
    for (const statement of this.#safeguards.off) await session.unsafe(statement);
    // The rows that the migrations inserted are in the backup, too.
    await session.unsafe(`truncate ${tables.map(qualified).join(', ')}`);
    this.#tables = new Map(manifest.tables.map((table) => [folderOf(table), targetOf(table)]));
    this.#tables.set(folderOf(jobsTable), targetOf({ ...jobsTable, ...waitingJobsTable }));
  }

  /** Loads one part of a table. Parts are of any size, so a row may continue in the next one. */
  async loadPart({ name, content }: BackupEntry, next: PartStream): Promise<void> {
    const target = this.#tables.get(name.slice(0, name.lastIndexOf('/') + 1));
    if (!target) throw damaged(`${name} belongs to no table`);
    await next.write(target, content);
  }

  openCopy = (target: string) => this.#session.copyIn(`copy ${target} from stdin`);

  /** Puts the safeguards back, which validates the foreign keys, and sets the sequences. */
  async end({ sequences }: Manifest): Promise<void> {
    const session = this.#session;
    for (const statement of this.#safeguards.on) await session.unsafe(statement);
    for (const { schema, name, value } of sequences) {
      if (value !== null) await session`select setval(${qualified({ schema, name })}::regclass, ${value}::bigint)`;
    }
  }
}

const targetOf = (table: BackupTable) => `${qualified(table)} (${columnList(table)})`;

/** One COPY for all parts of a table, because a row may begin in one part and end in the next. */
export class PartStream {
  readonly #open: (target: string) => Writable;
  #current: { target: string; stream: Writable; failed: Promise<never> } | undefined;

  constructor(open: (target: string) => Writable) {
    this.#open = open;
  }

  async write(target: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (this.#current?.target !== target) {
      await this.end();
      const stream = this.#open(target);
      const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject));
      failed.catch(() => undefined);
      this.#current = { target, stream, failed };
    }
    const { stream, failed } = this.#current;
    // At once, because a stream that decompresses damaged bytes may neither end nor fail.
    // The stream throws at a write after its error.
    const rows = await Promise.race([collect(content).then(decompress), failed]);
    const written = new Promise<void>((resolve) => {
      if (stream.write(rows)) resolve();
      else stream.once('drain', resolve);
    });
    await Promise.race([written, failed]);
  }

  /** Ends the COPY after an error, without which its connection takes no other statement. */
  abort(): void {
    this.#current?.stream.destroy(new Error('the restore failed'));
    this.#current = undefined;
  }

  /** Ends the COPY of the last table. */
  async end(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    this.#current = undefined;
    const finished = new Promise<void>((resolve) => current.stream.once('finish', resolve));
    current.stream.end();
    await Promise.race([finished, current.failed]);
  }
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function knownMigrations({ migrations }: Manifest): Promise<Migration[]> {
  const ownMigrations = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  const replacements = earlierVersionOf(migrations.map(({ name }) => name));
  if (replacements) return [...ownMigrations.values()].filter(({ name }) => replacements.includes(name));
  return migrations.map(({ name, checksum }) => {
    const migration = ownMigrations.get(name);
    if (!migration) {
      throw new BackupFault(
        `The backup has the migration ${name}, which this version does not know. Restore it with the version that made it, or a newer one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new BackupFault(`${name} was edited after the backup was made. Restore it with the version that made it.`);
    }
    return migration;
  });
}

function earlierVersionOf(names: readonly string[]): string[] | undefined {
  try {
    return replacementsOf(names);
  } catch (error) {
    throw new BackupFault((error as Error).message);
  }
}

async function assertEmpty(session: Connection): Promise<void> {
  const name = await findAnyTable(session);
  if (name) throw new BackupFault(`The database is not empty: it has the table ${name}. Restore into a new one.`);
}

/**
 * Commits a mark that a restore into this database has begun, which may be repeated. From here on no server migrates the database and
 * starts on it. Throws BackupFault if the database is not empty.
 */
export async function markRestoreBegun(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // The load of a restore that was killed a moment ago may hold the lock until its statement ends.
    await tx`set local statement_timeout = 0`;
    await lockMigrations(tx);
    await assertEmpty(tx);
    await recordRestoreBegin(tx);
  });
}

/** Throws BackupFault if this version cannot restore the backup. */
export async function assertKnownMigrations(manifest: Manifest): Promise<void> {
  await knownMigrations(manifest);
}

function assertSameTables(backup: readonly BackupTable[], own: readonly BackupTable[]): void {
  const names = (tables: readonly BackupTable[]) => tables.map(qualified).sort().join(', ');
  if (names(backup) === names(own)) return;
  throw new BackupFault('The backup has other tables than its migrations create, so it cannot be restored completely.');
}

/** Foreign keys, and checks that older rows may violate. */
async function readSafeguards(session: Connection): Promise<Safeguards> {
  const constraints = await session<{ tableName: string; name: string; definition: string }[]>`
    select k.conrelid::regclass::text as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where n.nspname = any(${backedUpSchemas}) and k.conrelid <> 0 and (k.contype = 'f' or (k.contype = 'c' and not k.convalidated))
    order by 1, 2`;
  const alter = (row: { tableName: string }, change: string) => `alter table ${row.tableName} ${change}`;
  return {
    off: constraints.map((row) => alter(row, `drop constraint ${quote(row.name)}`)),
    on: constraints.map((row) => alter(row, `add constraint ${quote(row.name)} ${row.definition}`)),
  };
}
