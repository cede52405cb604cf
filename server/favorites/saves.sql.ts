import type { SaveStatus } from '#contract/saves.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';

/** Changes nothing if the person follows the pool already. */
export async function insertSave(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`insert into pool_saves (user_id, pool_id) values (${userId}, ${poolId}) on conflict do nothing`;
}

export async function deleteSave(sql: Connection, userId: string, poolId: string): Promise<void> {
  await sql`delete from pool_saves where user_id = ${userId} and pool_id = ${poolId}`;
}

export async function updateNews(sql: Connection, userId: string, poolId: string, news: boolean): Promise<void> {
  await sql`update pool_saves set news = ${news} where user_id = ${userId} and pool_id = ${poolId}`;
}

/** For the pool `p`: whether the viewer follows it. */
export function isSaved(sql: Connection, viewerId: string | null): Fragment {
  return sql`exists (select 1 from pool_saves s where s.pool_id = p.id and s.user_id = ${viewerId})`;
}

/** For the pool `p`: whether the viewer gets its news. */
export function getsNews(sql: Connection, viewerId: string | null): Fragment {
  return sql`exists (select 1 from pool_saves s where s.pool_id = p.id and s.user_id = ${viewerId} and s.news)`;
}

export async function findSaveStatus(sql: Connection, userId: string, poolId: string): Promise<SaveStatus> {
  const [row] = await sql<{ news: boolean }[]>`
    select news from pool_saves where user_id = ${userId} and pool_id = ${poolId}`;
  return { isSaved: row !== undefined, getsNews: row?.news ?? false };
}

/** Which of these pools the person gets news about. */
export async function listIdsWithNews(sql: Connection, userId: string, poolIds: string[]): Promise<Set<string>> {
  const rows = await sql<{ poolId: string }[]>`
    select pool_id from pool_saves where user_id = ${userId} and pool_id = any(${poolIds}::uuid[]) and news`;
  return new Set(rows.map(({ poolId }) => poolId));
}

export async function deleteSavesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from pool_saves where user_id = ${userId}`;
}
