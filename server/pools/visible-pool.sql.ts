import type { Connection } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

/** The columns that decide who may see a pool, with its counters. */
export type VisiblePool = Pick<
  PoolRow,
  'id' | 'ownerId' | 'assignedCreatorId' | 'status' | 'adult' | 'likeCount' | 'commentCount'
>;

export async function findPoolById(sql: Connection, poolId: string): Promise<VisiblePool | undefined> {
  const [row] = await sql<VisiblePool[]>`
    select id, owner_id, assigned_creator_id, status, adult, like_count, comment_count from pools where id = ${poolId}`;
  return row;
}
