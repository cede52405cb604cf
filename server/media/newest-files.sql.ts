import type { Connection } from '#server/platform/postgres/db.ts';

/** The keys of the newest finished uploads and pictures, `limit` of each kind at most. Empty before the first migration. */
export async function listNewestFiles(
  sql: Connection,
  limit: number,
): Promise<{ kind: 'picture' | 'upload'; key: string }[]> {
  const [tables] = await sql<{ areThere: boolean }[]>`
    select to_regclass('public.images') is not null and to_regclass('public.uploads') is not null as are_there`;
  if (!tables?.areThere) return [];
  return sql<{ kind: 'picture' | 'upload'; key: string }[]>`
    (select 'picture' as kind, key from images order by created_at desc limit ${limit})
    union all
    (select 'upload' as kind, key from uploads where completed_at is not null order by completed_at desc limit ${limit})`;
}
