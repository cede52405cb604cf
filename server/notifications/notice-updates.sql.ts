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
 * A batch of the people who hear of an update, ordered by user id, without the author: the fans with a live pledge, the owner, the assigned
 * creator, and the people who follow the pool for its news if the update is for everyone. `blocked` if a block hides the update from the
 * person, or they left. Reads at most `limit` people of each group, because a batch must not read all of them.
 */
export async function listFollowersOf(
  sql: Connection,
  { updateId, afterId, limit }: { updateId: string; afterId: string | null; limit: number },
): Promise<(Recipient & { blocked: boolean })[]> {
  const after = sql`${afterId ?? '00000000-0000-0000-0000-000000000000'}::uuid`;
  return sql<(Recipient & { blocked: boolean })[]>`
    select u.id, u.email, u.locale, u.deleted_at is not null or update_is_hidden(u.id, x.author_id, x.pool_id) as blocked
    from pool_updates x join pools p on p.id = x.pool_id
    cross join lateral (
      select r.id from (
        (select g.fan_id as id from pledges g
          where g.pool_id = p.id and g.status in ('pledged', 'charging', 'notified', 'paid') and g.fan_id > ${after} and g.fan_id <> x.author_id
          order by g.fan_id limit ${limit})
        union
        (select s.user_id from pool_saves s
          where s.pool_id = p.id and s.news and x.audience = 'everyone' and s.user_id > ${after} and s.user_id <> x.author_id
          order by s.user_id limit ${limit})
        union select p.owner_id union select p.assigned_creator_id) r
      where r.id > ${after} and r.id <> x.author_id order by r.id limit ${limit}) r
    join users u on u.id = r.id
    where x.id = ${updateId}
    order by u.id`;
}
