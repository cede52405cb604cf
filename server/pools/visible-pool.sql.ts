import type { Connection } from '#server/platform/postgres/db.ts';
import type { PoolRow } from './pool.ts';

/** As much of a pool as decides who may see it, with what is counted beside its money. */
export type VisiblePool = Pick<
  PoolRow,
  'id' | 'ownerId' | 'assignedCreatorId' | 'status' | 'adult' | 'likeCount' | 'commentCount'
>;

export async function findPoolById(sql: Connection, poolId: string): Promise<VisiblePool | undefined> {
  const [row] = await sql<VisiblePool[]>`
    select id, owner_id, assigned_creator_id, status, adult, like_count, comment_count from pools where id = ${poolId}`;
  return row;
}
