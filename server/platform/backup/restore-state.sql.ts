import type { WaitingJob } from '#server/platform/jobs/jobs.ts';
import type { Connection, Sql, Tx } from '#server/platform/postgres/db.ts';
import type { Manifest } from './backup-format.ts';

/**
 * The schema `restore` exists from the beginning of a restore until its end. While it exists, no server starts, on any machine. It is not
 * part of the migrations, because it must also fit a backup of an older version.
 */
export async function recordRestoreBegin(session: Sql | Connection): Promise<void> {
  await session`create schema if not exists restore`;
  await session`
    create table if not exists restore.state (
      only_one boolean primary key default true check (only_one),
      backup_id uuid, taken_at timestamptz, loaded_at timestamptz, adapted_at timestamptz)`;
  await session`insert into restore.state default values on conflict do nothing`;
}

/** Within the transaction that loads the backup. */
export async function createRestoreTables(session: Sql | Connection, { id, takenAt }: Manifest): Promise<void> {
  await recordRestoreBegin(session);
  await session`create table restore.jobs (name text not null, data jsonb not null, singleton_key text, start_after timestamptz not null)`;
  await session`
    update restore.state set backup_id = ${id}, taken_at = ${takenAt}, loaded_at = clock_timestamp()`;
}

/** Holds the lock for restores until the connection ends. False while another restore into this database runs. */
export async function lockRestores(session: Connection): Promise<boolean> {
  const [row] = await session<{ locked: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended('fanfare restore', 0)) as locked`;
  return row?.locked ?? false;
}

/** The name of a table, other than those of a restore; undefined in an empty database. */
export async function findAnyTable(sql: Connection): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'restore')
      and n.nspname not like 'pg\_toast%' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    limit 1`;
  return row?.name;
}

/** Receives the waiting jobs of the backup until the job queue has made its own tables. */
export const waitingJobsTable = { schema: 'restore', name: 'jobs' };

export interface LoadedRestore {
  stage: 'loaded';
  backupId: string;
  takenAt: Date;
}

/** `loading`: a restore has begun, and nothing of its backup is visible. */
export type RestoreState = { stage: 'loading' } | LoadedRestore;

/** Undefined unless a restore into this database has begun and is not finished. */
export async function findUnfinishedRestore(sql: Connection): Promise<RestoreState | undefined> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('restore.state') is not null as is_there`;
  if (!table?.isThere) return undefined;
  // Earlier versions made the table, without the column, in the transaction that loaded the backup.
  const [row] = await sql<(Omit<LoadedRestore, 'stage'> & { isLoaded: boolean })[]>`
    select backup_id, taken_at, to_jsonb(state) -> 'loaded_at' is distinct from 'null'::jsonb as is_loaded
    from restore.state as state`;
  if (!row) return undefined;
  const { isLoaded, ...backup } = row;
  return isLoaded ? { stage: 'loaded', ...backup } : { stage: 'loading' };
}

/** True for the first caller. */
export async function markAdapted(tx: Tx): Promise<boolean> {
  const rows = await tx`update restore.state set adapted_at = clock_timestamp() where adapted_at is null returning 1`;
  return rows.length > 0;
}

export async function takeWaitingJobs(tx: Tx, limit: number): Promise<WaitingJob[]> {
  return tx<WaitingJob[]>`
    delete from restore.jobs where ctid = any(array(select ctid from restore.jobs limit ${limit}))
    returning name, data, singleton_key, start_after`;
}

export async function dropRestoreTables(tx: Tx): Promise<void> {
  await tx`drop schema restore cascade`;
}
