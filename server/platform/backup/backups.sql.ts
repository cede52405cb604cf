import type { Connection, Sql } from '#server/platform/postgres/db.ts';

export interface KnownBackup {
  id: string;
  takenAt: Date;
  bytes: number;
  sha256: string;
  encrypted: boolean;
  /** Whether the file was read back from the disk. */
  verified: boolean;
}

/** False if the database does not have the table yet, because an older version of the server uses it. */
export async function recordBackup(sql: Sql, backup: KnownBackup): Promise<boolean> {
  const [table] = await sql<{ isThere: boolean }[]>`select to_regclass('public.backups') is not null as is_there`;
  if (!table?.isThere) return false;
  await sql`insert into backups ${sql({ ...backup })} on conflict do nothing`;
  return true;
}

/** The newest backup and its age in hours. */
export async function readNewestBackup(sql: Connection): Promise<(KnownBackup & { ageHours: number }) | undefined> {
  const [row] = await sql<(KnownBackup & { ageHours: number })[]>`
    select id, taken_at, bytes, sha256, encrypted, verified,
      (extract(epoch from clock_timestamp() - taken_at) / 3600)::float8 as age_hours
    from backups order by taken_at desc limit 1`;
  return row;
}

/** Holds the lock for backups until the connection ends. False while another backup of this database runs. */
export async function lockBackups(sql: Connection): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended('fanfare backup', 0)) as locked`;
  return row?.locked ?? false;
}
