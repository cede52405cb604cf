import type { Connection } from '#server/platform/postgres/db.ts';
import { person, type QueuedPerson } from './queue.sql.ts';

export interface UploadedBytes {
  storedBytes: number;
  promisedBytes: number;
}

const uploaded = (sql: Connection) => sql`
  coalesce(sum(x.size_bytes) filter (where x.completed_at is not null), 0)::bigint as stored_bytes,
  coalesce(sum(x.size_bytes) filter (where x.completed_at is null), 0)::bigint as promised_bytes`;

export async function sumStorage(sql: Connection): Promise<UploadedBytes & { picturesBytes: number }> {
  const [row] = await sql<(UploadedBytes & { picturesBytes: number })[]>`
    select ${uploaded(sql)}, (select coalesce(sum(size_bytes), 0)::bigint from images) as pictures_bytes
    from uploads x`;
  if (!row) throw new Error('sums have a row');
  return row;
}

/** Lists people by the total size of their uploads, the largest first. */
export async function listLargestUploaders(sql: Connection, limit: number): Promise<(QueuedPerson & UploadedBytes)[]> {
  return sql<(QueuedPerson & UploadedBytes)[]>`
    select ${person(sql)}, x.stored_bytes, x.promised_bytes
    from (
      select x.owner_id, ${uploaded(sql)}, sum(x.size_bytes) as total_bytes
      from uploads x group by x.owner_id order by total_bytes desc, x.owner_id limit ${limit}) x
      join users u on u.id = x.owner_id
    order by x.total_bytes desc, u.id`;
}
