import type { Sql } from '#server/platform/postgres/db.ts';

/** The lock of one export of a person's data. */
export interface ExportLock {
  userId: string;
  token: string;
}

/** Takes the lock if it is free or has expired. Returns 0, or the seconds until it expires unless its holder renews it. */
export async function takeExportLock(sql: Sql, { userId, token }: ExportLock, leaseS: number): Promise<number> {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${leaseS})`;
  const taken = await sql`
    insert into export_locks (user_id, token, expires_at) values (${userId}, ${token}, ${expiresAt})
    on conflict (user_id) do update set token = excluded.token, expires_at = excluded.expires_at
      where export_locks.expires_at < clock_timestamp()
    returning 1`;
  if (taken.length > 0) return 0;
  const [row] = await sql<{ seconds: number }[]>`
    select ceil(extract(epoch from expires_at - clock_timestamp()))::int as seconds from export_locks where user_id = ${userId}`;
  return Math.max(1, row?.seconds ?? 1);
}

export async function renewExportLock(sql: Sql, { userId, token }: ExportLock, leaseS: number): Promise<void> {
  await sql`
    update export_locks set expires_at = clock_timestamp() + make_interval(secs => ${leaseS})
    where user_id = ${userId} and token = ${token}`;
}

export async function freeExportLock(sql: Sql, { userId, token }: ExportLock): Promise<void> {
  await sql`delete from export_locks where user_id = ${userId} and token = ${token}`;
}
