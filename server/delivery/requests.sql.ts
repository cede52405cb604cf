import type { Connection } from '#server/platform/postgres/db.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { type CardRow, cardColumns, cardJoins } from '#server/pools/pool-card-rows.ts';

export type RequestRow = CardRow &
  Pick<
    PoolRow,
    | 'terms'
    | 'floorCents'
    | 'responseDueAt'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'deliveryPausedAt'
    | 'quietUntil'
  > & {
    /** Why the creator must deliver again: an admin's reason, or that of an upheld objection. */
    sentBackReason: string | null;
  };

/** A creator's requests and current work: the newest of each status. */
export async function listRequestsOfCreator(
  sql: Connection,
  creatorId: string,
  statuses: string[],
  limit: number,
): Promise<RequestRow[]> {
  return sql<RequestRow[]>`
    select ${cardColumns(sql)}, p.terms, p.floor_cents, p.response_due_at, p.payment_due_at, p.shortfall_due_at, p.delivery_due_at,
      p.delivery_paused_at, p.quiet_until,
      case when p.status = 'in_production' then (
        select case e.from_status
          when 'delivery_review' then coalesce(e.reason, '')
          when 'delivered' then (
            select o.reason from objections o where o.pool_id = p.id and o.status = 'upheld' order by o.decided_at desc, o.created_at limit 1)
          end
        from pool_events e where e.pool_id = p.id and e.to_status = 'in_production'
        order by e.id desc limit 1) end as sent_back_reason
    from pools p ${cardJoins(sql)}
    where p.assigned_creator_id = ${creatorId} and p.status = any(${statuses})
    order by coalesce(p.response_due_at, p.shortfall_due_at, p.delivery_due_at, p.quiet_until, p.payment_due_at, p.deadline), p.id
    limit ${limit}`;
}
