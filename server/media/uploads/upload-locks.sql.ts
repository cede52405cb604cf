import type { Sql } from '#server/platform/postgres/db.ts';

/** The lock of one request on an upload. */
export interface UploadLockRow {
  uploadId: string;
  token: string;
}

/** Takes the lock if it is free or has expired. Otherwise records that it is wanted. Returns whether it was taken. */
export async function takeUploadLock(sql: Sql, { uploadId, token }: UploadLockRow, leaseMs: number): Promise<boolean> {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;
  const taken = await sql`
    insert into upload_locks (upload_id, token, expires_at) values (${uploadId}, ${token}, ${expiresAt})
    on conflict (upload_id) do update set token = excluded.token, expires_at = excluded.expires_at, wanted = false
      where upload_locks.expires_at < clock_timestamp()
    returning 1`;
  if (taken.length > 0) return true;
  await sql`update upload_locks set wanted = true where upload_id = ${uploadId}`;
  return false;
}

/** Extends the lock. Returns undefined if another request has it now, otherwise whether another request waits for it. */
export async function renewUploadLock(
  sql: Sql,
  { uploadId, token }: UploadLockRow,
  leaseMs: number,
): Promise<{ wanted: boolean } | undefined> {
  const [row] = await sql<{ wanted: boolean }[]>`
    update upload_locks set expires_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where upload_id = ${uploadId} and token = ${token} returning wanted`;
  return row;
}

export async function freeUploadLock(sql: Sql, { uploadId, token }: UploadLockRow): Promise<void> {
  await sql`delete from upload_locks where upload_id = ${uploadId} and token = ${token}`;
}

/** Deletes the locks of processes that were killed. */
export async function deleteExpiredLocks(sql: Sql): Promise<void> {
  await sql`delete from upload_locks where expires_at < clock_timestamp() - interval '1 minute'`;
}
