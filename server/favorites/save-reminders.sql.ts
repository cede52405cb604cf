import type { Tx } from '#server/platform/postgres/db.ts';

/**
 * Marks up to `limit` followed pools that close within 24 hours as reminded and returns them. Locked rows are left to the node that locked
 * them. The clock of an open pool is its deadline, and an index finds it. Skips pools that the person followed within those 24 hours, backs
 * already, gets no news of, or may not pledge to now.
 */
export async function markReminded(tx: Tx, limit: number): Promise<{ userId: string; poolId: string }[]> {
  return tx<{ userId: string; poolId: string }[]>`
    with due as materialized (
      select s.user_id, s.pool_id from pools p join pool_saves s on s.pool_id = p.id
      where p.status = 'open' and not p.frozen and p.clock_at is not null
        and p.clock_at between clock_timestamp() and clock_timestamp() + interval '24 hours'
        and s.news and s.reminded_at is null and s.created_at < p.clock_at - interval '24 hours'
        and not exists (
          select 1 from pledges g where g.pool_id = p.id and g.fan_id = s.user_id and g.status in ('pledged', 'charging', 'notified', 'paid'))
      order by s.pool_id, s.user_id limit ${limit} for update of s skip locked)
    update pool_saves s set reminded_at = clock_timestamp() from due
    where s.user_id = due.user_id and s.pool_id = due.pool_id
    returning s.user_id, s.pool_id`;
}
