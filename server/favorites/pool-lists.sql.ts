import type { Connection } from '#server/platform/postgres/db.ts';

/** The lists of pools that a person keeps: favorites and followed pools. */
export type PoolList = 'likes' | 'saves';

const tableOf = (sql: Connection, list: PoolList) => (list === 'likes' ? sql`pool_likes` : sql`pool_saves`);

/** Removed pools and pools in review are visible to owner, assigned creator and admins only. */
const visiblePools = (sql: Connection, userId: string) =>
  sql`l.user_id = ${userId} and (p.status not in ('in_review', 'removed') or ${userId} in (p.owner_id, p.assigned_creator_id))`;

export async function countPoolsIn(sql: Connection, list: PoolList, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from ${tableOf(sql, list)} l join pools p on p.id = l.pool_id where ${visiblePools(sql, userId)}`;
  return row?.n ?? 0;
}

/** The ids of one page of a list, newest first. */
export async function listPoolIdsIn(
  sql: Connection,
  list: PoolList,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<string[]> {
  const rows = await sql<{ poolId: string }[]>`
    select l.pool_id from ${tableOf(sql, list)} l join pools p on p.id = l.pool_id where ${visiblePools(sql, userId)}
    order by l.created_at desc, l.pool_id limit ${limit} offset ${offset}`;
  return rows.map(({ poolId }) => poolId);
}
