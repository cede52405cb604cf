import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** Inserts nothing if the pool is saved already. */
export async function insertSave(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`insert into pool_saves (user_id, pool_id) values (${userId}, ${poolId}) on conflict do nothing`;
}

export async function deleteSave(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`delete from pool_saves where user_id = ${userId} and pool_id = ${poolId}`;
}

/** For the pool `p`: whether the viewer saved it. */
export function isSaved(sql: Connection, viewerId: string | null): Fragment {
  return sql`exists (select 1 from pool_saves s where s.pool_id = p.id and s.user_id = ${viewerId})`;
}

export async function hasSaved(sql: Connection, userId: string, poolId: string): Promise<boolean> {
  const rows = await sql`select 1 from pool_saves where user_id = ${userId} and pool_id = ${poolId}`;
  return rows.length > 0;
}

export async function deleteSavesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from pool_saves where user_id = ${userId}`;
}
