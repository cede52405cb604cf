import type { Config } from '#server/platform/config/config.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

export interface UploadRow {
  id: string;
  ownerId: string;
  /** The pool whose quota the upload counts against. */
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

/** Identifies an upload of one owner. A null owner has none. */
export interface OwnUpload {
  id: string;
  ownerId: string | null;
}

/**
 * Locks the quotas until the transaction ends, because PostgreSQL cannot enforce a sum with a constraint. Later statements of the
 * transaction see the uploads of all transactions that held the locks before.
 */
export async function lockQuotas(tx: Tx, { ownerId, poolId }: { ownerId?: string; poolId: string | null }) {
  const names = [...(ownerId ? [`uploads of ${ownerId}`] : []), ...(poolId ? [`uploads for ${poolId}`] : [])];
  // Sorting prevents deadlocks.
  await tx`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names.sort()}::text[]) as name`;
}

/** Sums the sizes of a person's and a pool's uploads in bytes. Unfinished uploads count in full. */
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

/** Call with the quotas locked. Returns false if the file would exceed one of them. */
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

/** Moves uploads to a pool's quota. Call with the quota locked. Returns the pool's bytes including these uploads. */
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

/** Renews an upload's expiry and returns the upload, or undefined if it no longer exists. */
export async function touchOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    update uploads set touched_at = clock_timestamp() where id = ${id} and owner_id = ${ownerId}
    returning id, owner_id, pool_id, name, content_type, size_bytes, key, completed_at, created_at`;
  return row;
}

/** Marks an upload as complete, with the type of its bytes. Repeating the call keeps the first time. Returns false if the row no longer exists. */
export async function completeUpload(
  sql: Connection,
  { id, ownerId, contentType }: OwnUpload & { contentType: string },
): Promise<boolean> {
  const rows = await sql`
    update uploads set completed_at = coalesce(completed_at, clock_timestamp()), content_type = ${contentType}
    where id = ${id} and owner_id = ${ownerId} returning id`;
  return rows.length > 0;
}

/** Returns whether the row existed. Throws PostgreSQL's foreign key violation if a delivery uses the file. */
export async function deleteUpload(sql: Connection, id: string): Promise<boolean> {
  return (await sql`delete from uploads where id = ${id} returning id`).length > 0;
}

/** Like `deleteUpload`, but only for the owner. */
export async function deleteOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<boolean> {
  return (await sql`delete from uploads where id = ${id} and owner_id = ${ownerId} returning id`).length > 0;
}

/** Deletes at most `limit` unfinished uploads that have received nothing for `olderThanMs`. Returns their file keys. */
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

/** Deletes an owner's uploads that no row of `uses` needs. Returns their file keys. */
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

/** Values that the browser of the owner measured in a file. */
export interface UploadDetails {
  durationMs: number;
  peaks: number[] | null;
  /** A WebP that this server encoded. */
  poster: Buffer | null;
}

/** Stores the details of a complete upload once; false if it has some or this owner has no such upload. */
export async function saveUploadDetails(sql: Connection, { id, ownerId }: OwnUpload, details: UploadDetails) {
  const rows = await sql`
    update uploads set duration_ms = ${details.durationMs}, peaks = ${details.peaks}::smallint[], poster = ${details.poster},
      described_at = clock_timestamp()
    where id = ${id} and owner_id = ${ownerId} and completed_at is not null and described_at is null
    returning id`;
  return rows.length > 0;
}
