import type { Connection } from '#server/platform/postgres/db.ts';
import { isServiceOpen } from './chat/chat-services.sql.ts';
import { mayReceive } from './endpoints.sql.ts';

export interface DueDeliveries {
  count: number;
  /** For how long the endpoint that has waited longest has had due deliveries and no turn; 0 without any. */
  oldestS: number;
}

/**
 * Deliveries that could be sent at this moment: their endpoint is on, neither it nor its chat service is paused, and no process is sending
 * them. An endpoint's wait begins again with each of its turns, so that a long replay or a receiver that hangs does not count as waiting.
 */
export async function readDueDeliveries(sql: Connection): Promise<DueDeliveries> {
  // now() and not clock_timestamp(), which no index can be searched for.
  const [row] = await sql<DueDeliveries[]>`
    select coalesce(sum(d.count), 0)::int as count,
      coalesce(max(extract(epoch from now() - greatest(d.due_at, e.paused_until, e.claimed_at))), 0)::float8 as oldest_s
    from webhook_endpoints e join users u on u.id = e.user_id
    cross join lateral (
      select count(*) as count, min(x.next_try_at) as due_at from webhook_deliveries x
      where x.endpoint_id = e.id and x.state = 'pending' and x.next_try_at <= now()
        and (x.leased_until is null or x.leased_until < now())) d
    where d.count > 0 and e.off_reason is null and (e.paused_until is null or e.paused_until <= now()) and ${mayReceive(sql)}
      and ${isServiceOpen(sql)}`;
  return row ?? { count: 0, oldestS: 0 };
}
