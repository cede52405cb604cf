import type { WaitingJob } from '#server/platform/jobs/jobs.ts';
import type { Connection, Sql, Tx } from '#server/platform/postgres/db.ts';
import type { Manifest } from './backup-format.ts';

/**
 * The schema `restore` exists from the transaction that loads a backup until the restore is finished. While it exists, no server starts.
 * It is not part of the migrations, because it must also fit a backup of an older version.
 */
export async function createRestoreTables(session: Sql | Connection, { id, takenAt }: Manifest): Promise<void> {
  await session`create schema restore`;
  await session`
    create table restore.state (
      only_one boolean primary key default true check (only_one),
      backup_id uuid not null, taken_at timestamptz not null, adapted_at timestamptz)`;
  await session`create table restore.jobs (name text not null, data jsonb not null, singleton_key text, start_after timestamptz not null)`;
  await session`insert into restore.state (backup_id, taken_at) values (${id}, ${takenAt})`;
}

/** Receives the waiting jobs of the backup until the job queue has made its own tables. */
export const waitingJobsTable = { schema: 'restore', name: 'jobs' };

export interface UnfinishedRestore {
  backupId: string;
  takenAt: Date;
}

/** Undefined unless a backup is loaded and its restore is not finished. */
export async function findUnfinishedRestore(sql: Connection): Promise<UnfinishedRestore | undefined> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('restore.state') is not null as is_there`;
  if (!table?.isThere) return undefined;
  const [row] = await sql<UnfinishedRestore[]>`select backup_id, taken_at from restore.state`;
  return row;
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
