import { randomUUID } from 'node:crypto';
import type { Connection, CopyTx, Sql } from '#server/platform/postgres/db.ts';
import {
  BackupFault,
  type BackupTable,
  folderOf,
  formatVersion,
  jobsTable,
  type Manifest,
  manifestName,
} from './backup-format.ts';
import type { BackupWriter } from './backup-writer.ts';

/** The schemas whose tables come from the migrations. The job queue makes its own; its waiting jobs are stored separately. */
export const backedUpSchemas = ['public', 'sandbox'];

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const qualified = ({ schema, name }: { schema: string; name: string }) => `${quote(schema)}.${quote(name)}`;
export const columnList = ({ columns }: BackupTable) => columns.map(quote).join(', ');

/**
 * Writes the whole database from one snapshot, like pg_dump, which the embedded PostgreSQL does not contain. The server may keep
 * running. The snapshot ends when `work` ends, so that `work` can copy files that the snapshot names.
 */
export function dumpDatabase(sql: Sql, writer: BackupWriter): Promise<Manifest> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    // Tables may take longer to read than any statement of the server may run.
    await tx`set local statement_timeout = 0`;
    await tx`set local idle_in_transaction_session_timeout = 0`;
    const manifest = await describe(tx);
    await writer.add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    for (const table of manifest.tables) {
      await copyOut(tx, writer, table, `copy ${qualified(table)} (${columnList(table)}) to stdout`);
    }
    const jobs = `select ${columnList(jobsTable)} from pgboss.job where state in ('created', 'retry', 'active')`;
    const [queue] = await tx<{ isThere: boolean }[]>`select to_regclass('pgboss.job') is not null as is_there`;
    if (queue?.isThere) await copyOut(tx, writer, jobsTable, `copy (${jobs}) to stdout`);
    return manifest;
  });
}

async function copyOut(tx: CopyTx, writer: BackupWriter, table: BackupTable, statement: string): Promise<void> {
  await writer.addParts(folderOf(table), tx.copyOut(statement));
}

async function describe(session: Connection): Promise<Manifest> {
  const [row] = await session<{ isThere: boolean }[]>`
    select to_regclass('public.schema_migrations') is not null as is_there`;
  if (!row?.isThere) throw new BackupFault('The database is empty: there is nothing to back up.');
  const tables = await listTables(session);
  // A migration would wait for the backup instead of changing a table before its turn.
  await session.unsafe(`lock table ${tables.map(qualified).join(', ')} in access share mode`);
  const [about] = await session<{ takenAt: Date; postgres: string }[]>`
    select now() as taken_at, current_setting('server_version') as postgres`;
  if (!about) throw new Error('the database did not tell its time');
  const migrations = await session<{ name: string; checksum: string }[]>`
    select name, checksum from schema_migrations order by name`;
  return {
    format: formatVersion,
    id: randomUUID(),
    takenAt: about.takenAt.toISOString(),
    postgres: about.postgres,
    migrations: [...migrations],
    tables,
    sequences: await listSequences(session),
  };
}

/** Columns that PostgreSQL computes are left out. */
export async function listTables(session: Connection): Promise<BackupTable[]> {
  return [
    ...(await session<BackupTable[]>`
      select n.nspname as schema, c.relname as name,
        array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and n.nspname = any(${backedUpSchemas}) and c.relname not in ('schema_migrations', 'schema_routines')
      group by 1, 2 order by 1, 2`),
  ];
}

/** Sequences are outside the snapshot: they may be ahead of its rows, never behind. */
async function listSequences(session: Connection): Promise<Manifest['sequences']> {
  return [
    ...(await session<Manifest['sequences']>`
      select schemaname as schema, sequencename as name, last_value::text as value
      from pg_sequences where schemaname = any(${backedUpSchemas}) order by 1, 2`),
  ];
}
