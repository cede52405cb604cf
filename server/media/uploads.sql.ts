import type { Config } from '#server/platform/config/config.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

export interface UploadRow {
  id: string;
  ownerId: string;
  /** The pool whose quota it counts against. */
  poolId: string | null;
  name: string;
  contentType: string;
  sizeBytes: number;
  key: string;
  completedAt: Date | null;
  createdAt: Date;
}

export type NewUpload = Omit<UploadRow, 'completedAt' | 'createdAt'>;
export type UploadQuotas = Pick<Config['uploads'], 'perPersonBytes' | 'perPoolBytes'>;

/** An upload as its owner names it; without an owner there is none. */
export interface OwnUpload {
  id: string;
  ownerId: string | null;
}

/**
 * Makes all that counts against the same quotas wait until this transaction ends: a sum cannot be a constraint. Statements after
 * this one see what the others have stored.
 */
export async function lockQuotas(tx: Tx, { ownerId, poolId }: { ownerId?: string; poolId: string | null }) {
  const names = [...(ownerId ? [`uploads of ${ownerId}`] : []), ...(poolId ? [`uploads for ${poolId}`] : [])];
  // In the same order everywhere, so that no two wait for each other. A client may write an id in capitals.
  const locks = names.map((name) => name.toLowerCase()).sort();
  await tx`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as name`;
}

/** Bytes of every upload of a person and for a pool, finished or promised. */
export async function readUsage(
  sql: Connection,
  { ownerId, poolId }: { ownerId: string; poolId: string | null },
): Promise<{ personBytes: number; poolBytes: number }> {
  const [row] = await sql<{ personBytes: number; poolBytes: number }[]>`
    select (select coalesce(sum(size_bytes), 0)::bigint from uploads where owner_id = ${ownerId}) as person_bytes,
      (select coalesce(sum(size_bytes), 0)::bigint from uploads where pool_id = ${poolId}) as pool_bytes`;
  if (!row) throw new Error('sums have a row');
  return row;
}

/** Call with the quotas locked. Returns false when the file would exceed one of them. */
export async function insertUpload(tx: Tx, upload: NewUpload, quotas: UploadQuotas): Promise<boolean> {
  const { id, ownerId, poolId, name, contentType, sizeBytes, key } = upload;
  const rows = await tx`
    insert into uploads (id, owner_id, pool_id, name, content_type, size_bytes, key)
    select ${id}, ${ownerId}, ${poolId}, ${name}, ${contentType}, ${sizeBytes}::bigint, ${key}
    where (select coalesce(sum(size_bytes), 0) from uploads where owner_id = ${ownerId}) + ${sizeBytes}::bigint <= ${quotas.perPersonBytes}
      and (${poolId}::uuid is null
        or (select coalesce(sum(size_bytes), 0) from uploads where pool_id = ${poolId}) + ${sizeBytes}::bigint <= ${quotas.perPoolBytes})
    returning id`;
  return rows.length > 0;
}

/** Counts uploads against a pool from now on. Call with its quota locked. Returns the bytes for that pool, these included. */
export async function moveToPool(tx: Tx, poolId: string, ids: string[]): Promise<number> {
  await tx`update uploads set pool_id = ${poolId} where id = any(${ids}) and pool_id is distinct from ${poolId}`;
  const [row] = await tx<{ bytes: number }[]>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from uploads where pool_id = ${poolId}`;
  return row?.bytes ?? 0;
}

export async function findOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    select id, owner_id, pool_id, name, content_type, size_bytes, key, completed_at, created_at from uploads
    where id = ${id} and owner_id = ${ownerId}`;
  return row;
}

/** Keeps an upload from expiring, and returns it. Undefined when it is gone. */
export async function touchOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    update uploads set touched_at = clock_timestamp() where id = ${id} and owner_id = ${ownerId}
    returning id, owner_id, pool_id, name, content_type, size_bytes, key, completed_at, created_at`;
  return row;
}

/** Keeps the moment of an upload that was complete already. Returns false when the row is gone. */
export async function completeUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<boolean> {
  const rows = await sql`
    update uploads set completed_at = coalesce(completed_at, clock_timestamp())
    where id = ${id} and owner_id = ${ownerId} returning id`;
  return rows.length > 0;
}

/** The rows that were there; a file that is part of a delivery is kept by its foreign key, which throws. */
export async function deleteUpload(sql: Connection, id: string): Promise<boolean> {
  return (await sql`delete from uploads where id = ${id} returning id`).length > 0;
}

/** As `deleteUpload`, for its owner only. */
export async function deleteOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<boolean> {
  return (await sql`delete from uploads where id = ${id} and owner_id = ${ownerId} returning id`).length > 0;
}

/** Deletes uploads that no part has reached for so long, at most `limit` of them; returns the keys of their bytes. */
export async function deleteExpiredUploads(sql: Connection, olderThanMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    delete from uploads where id in (
      select id from uploads
      where completed_at is null and touched_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      order by touched_at limit ${limit} for update skip locked)
    returning key`;
  return rows.map(({ key }) => key);
}

export async function listKnownUploads(sql: Connection, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from uploads where id = any(${ids})`;
  return rows.map(({ id }) => id);
}

/** Deletes the uploads of an owner that no rows of `uses` need, and returns the keys of their bytes. */
export async function deleteUnusedUploadsOf(
  tx: Tx,
  uses: (sql: Connection, uploadId: Fragment) => Fragment,
  ownerId: string,
): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from uploads u
    where u.owner_id = ${ownerId} and not exists (${uses(tx, tx`u.id`)})
    returning u.key`;
  return rows.map(({ key }) => key);
}
