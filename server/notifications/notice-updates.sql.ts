import type { UpdateAudience } from '#contract/updates.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { personInPool } from '#server/pools/person-in-pool.ts';
import type { Recipient } from './notice-recipients.sql.ts';

export interface UpdateRow {
  id: string;
  poolId: string;
  authorId: string;
  authorName: string;
  audience: UpdateAudience;
  content: string;
}

/** Locks an update against deletion until the transaction ends. */
export async function lockUpdate(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from pool_updates where id = ${id} for share`;
}

/** Undefined if it is deleted. */
export async function findPostedUpdate(sql: Connection, id: string): Promise<UpdateRow | undefined> {
  const [row] = await sql<UpdateRow[]>`
    select x.id, x.pool_id, x.author_id, x.audience, x.content,
      case when u.adult then u.username else coalesce(u.display_name, u.username) end as author_name
    from pool_updates x
    cross join lateral ${personInPool(sql, { userId: sql`x.author_id`, poolId: sql`x.pool_id` })} u where x.id = ${id} and x.deleted_at is null`;
  return row;
}

/**
 * A batch of the people who may read every update of a pool, ordered by user id, without the author: the fans with a live pledge, the
 * owner and the assigned creator. `apart` if the person has blocked the author or was blocked.
 */
export async function listFollowersOf(
  sql: Connection,
  { updateId, afterId, limit }: { updateId: string; afterId: string | null; limit: number },
): Promise<(Recipient & { apart: boolean })[]> {
  return sql<(Recipient & { apart: boolean })[]>`
    select u.id, u.email, exists (
      select from user_blocks b where (b.blocker_id, b.blocked_id) in ((u.id, x.author_id), (x.author_id, u.id))) as apart
    from pool_updates x join pools p on p.id = x.pool_id
    cross join lateral (
      select g.fan_id as id from pledges g
      where g.pool_id = p.id and g.status in ('pledged', 'charging', 'notified', 'paid')
      union select p.owner_id union select p.assigned_creator_id) r
    join users u on u.id = r.id and u.deleted_at is null
    where x.id = ${updateId} and u.id <> x.author_id and u.id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}
    order by u.id limit ${limit}`;
}
