import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Whether the pool `p` ended without a delivery. */
const hasEnded = (sql: Connection): Fragment =>
  sql`p.status in ('expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed')`;

/** The pledges to the pool `p` that its end released or refunded. Those that were withdrawn or dropped before do not count. */
const endedPledges = (sql: Connection): Fragment => sql`
  select coalesce(sum(g.amount_cents), 0)::bigint as pledged_cents, count(*)::int as fan_count
  from pledges g
  where g.pool_id = p.id and g.pledged_at is not null and g.status in ('released', 'refund_pending', 'refunded')`;

/** For the pool `p`: the figures of its end as the text of a JSON object; null unless the pool ended without a delivery. */
export function figuresAtEnd(sql: Connection): Fragment {
  return sql`
    case when ${hasEnded(sql)} then (
      select json_build_object('pledgedAmount', e.pledged_cents, 'fanCount', e.fan_count)::text from (${endedPledges(sql)}) e) end`;
}

/** The columns `pledged_cents` and `fan_count` of the pool `p` as people see them. Needs `joinFiguresAtEnd`. */
export function shownFigures(sql: Connection): Fragment {
  return sql`
    coalesce(at_end.pledged_cents, p.pledged_cents) as pledged_cents, coalesce(at_end.fan_count, p.fan_count) as fan_count`;
}

/**
 * Joins the figures at the end of the pools `p`, whose ids the subquery lists, to the row of each. Each pool is summed up once, because many
 * rows can be about one pool, and 100,000 pledges take 30 ms.
 */
export function joinFiguresAtEnd(sql: Connection, poolIds: Fragment): Fragment {
  return sql`
    left join (
      with at_end as materialized (
        select p.id as pool_id, e.* from pools p cross join lateral (${endedPledges(sql)}) e
        where p.id in (${poolIds}) and ${hasEnded(sql)})
      select * from at_end) at_end on at_end.pool_id = p.id`;
}
