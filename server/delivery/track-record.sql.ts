import type { TrackRecord } from '#contract/creators/track-record.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/**
 * The figures of one creator. Review time is not the creator's: the days until a delivery exclude the reviews of deliveries that an admin
 * sent back. `dayMs` is the length of a delivery day.
 */
export async function findTrackRecord(
  sql: Connection,
  { creatorId, dayMs }: { creatorId: string; dayMs: number },
): Promise<TrackRecord> {
  const [row] = await sql<TrackRecord[]>`
    with asked as (
      select p.id, p.status, p.delivery_days,
        (select min(e.at) from pool_events e where e.pool_id = p.id and e.to_status = 'in_production') as started_at,
        p.status = 'declined' or exists (
          select 1 from pool_events e where e.pool_id = p.id and e.to_status = 'accepted') as is_answered
      from pools p where p.assigned_creator_id = ${creatorId} and p.status <> 'removed'),
    made as (
      select a.delivery_days, extract(epoch from c.created_at - a.started_at - coalesce((
          select sum(x.decided_at - x.created_at) from content_claims x
          where x.pool_id = a.id and x.status = 'rejected' and x.decided_at <= c.created_at), interval '0'))
        / ${dayMs / 1000}::float as days
      from asked a cross join lateral (
        select created_at from content_claims
        where pool_id = a.id and status = 'approved' and withheld_at is null
        order by decided_at, id limit 1) c
      where a.status in ('delivered', 'completed') and a.started_at is not null)
    select count(*) filter (where is_answered) as answered, count(*) filter (where status = 'lapsed') as unanswered,
      (select count(*) from made) as delivered,
      (select count(*) from made where days <= delivery_days) as on_time,
      (select greatest(1, ceil(percentile_cont(0.5) within group (order by days)))::int from made having count(*) > 0)
        as median_days
    from asked`;
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}
