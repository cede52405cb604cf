import type { Connection, Tx } from '#server/platform/db.ts';

export interface UploadRow {
  id: string;
  ownerId: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  key: string;
  completedAt: Date | null;
  createdAt: Date;
}

export type NewUpload = Omit<UploadRow, 'completedAt' | 'createdAt'>;

/** An upload as its owner names it; without an owner there is none. */
export interface OwnUpload {
  id: string;
  ownerId: string | null;
}

export async function insertUpload(sql: Connection, upload: NewUpload): Promise<void> {
  await sql`insert into uploads ${sql({ ...upload })}`;
}

export async function findOwnUpload(sql: Connection, { id, ownerId }: OwnUpload): Promise<UploadRow | undefined> {
  const [row] = await sql<UploadRow[]>`
    select id, owner_id, name, content_type, size_bytes, key, completed_at, created_at from uploads
    where id = ${id} and owner_id = ${ownerId}`;
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

export async function listUnfinishedUploads(sql: Connection, olderThanMs: number): Promise<UploadRow[]> {
  return sql<UploadRow[]>`
    select id, owner_id, name, content_type, size_bytes, key, completed_at, created_at from uploads
    where completed_at is null and created_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
    order by created_at limit 1000`;
}

export async function listKnownUploads(sql: Connection, ids: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from uploads where id = any(${ids})`;
  return rows.map(({ id }) => id);
}

/** What somebody uploaded and no delivery holds; answers the keys of the bytes. */
export async function deleteUnusedUploadsOf(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx<{ key: string }[]>`
    delete from uploads u
    where u.owner_id = ${ownerId} and not exists (select from content_files where upload_id = u.id)
    returning u.key`;
  return rows.map(({ key }) => key);
}
