import type { EventType } from '#contract/events.ts';
import { limits } from '#contract/limits.ts';
import type { DeliveryFault, DeliveryState } from '#contract/webhooks/webhooks.ts';
import type { Connection, Fragment, Tx } from '#server/platform/postgres/db.ts';
import { isOf, type Owner } from './endpoints.sql.ts';

export interface DeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  type: EventType | 'webhook.test';
  position: number | null;
  state: DeliveryState;
  attempts: number;
  nextTryAt: Date;
  triedAt: Date | null;
  status: number | null;
  fault: DeliveryFault | null;
  answer: string;
  durationMs: number | null;
  createdAt: Date;
}

/** The next try waits for the pause of the endpoint `e`. */
const columns = (sql: Connection): Fragment => sql`
  d.id, d.endpoint_id, d.event_id, d.type, d.position, d.state, d.attempts, greatest(d.next_try_at, e.paused_until) as next_try_at, d.tried_at, d.status, d.fault, d.answer,
  d.duration_ms, d.created_at`;

/** Stops counting at `limits.adminCountMax`: the page of a webhook asks every two seconds, and a webhook of the site may have a million. */
export async function listDeliveryRows(
  sql: Connection,
  endpointId: string,
  { state, limit, offset }: { state: DeliveryState | undefined; limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; totalCount: number }> {
  const matching = sql`
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and (${state ?? null}::text is null or d.state = ${state ?? null})`;
  const rows = await sql<DeliveryRow[]>`
    select ${columns(sql)} ${matching} order by d.id desc limit ${limit} offset ${offset}`;
  const [count] = await sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 ${matching} limit ${limits.adminCountMax}) counted`;
  return { rows, totalCount: count?.count ?? 0 };
}

/** Undefined for a delivery to another person's endpoint. */
export async function findDelivery(sql: Connection, owner: Owner, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    select ${columns(sql)} from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.id = ${id} and ${isOf(sql, owner)}`;
  return row;
}

export async function insertTest(tx: Tx, endpointId: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into webhook_deliveries (endpoint_id, event_id, type) values (${endpointId}, time_ordered_id(), 'webhook.test') returning id`;
  if (!row) throw new Error('the test was not stored');
  return row.id;
}

export async function endPause(tx: Tx, endpointId: string): Promise<void> {
  await tx`update webhook_endpoints set paused_until = null where id = ${endpointId}`;
}

/** A new try now, and the whole schedule of retries after it. One that waits is only tried sooner. */
export async function tryAgain(tx: Tx, id: string): Promise<void> {
  await tx`
    update webhook_deliveries set attempts = case when state = 'pending' then attempts else 0 end, state = 'pending',
      next_try_at = clock_timestamp()
    where id = ${id}`;
}

export interface NewDelivery {
  eventId: string;
  type: EventType;
  position: number;
}

/** A channel gets one message about pledges to a pool within this time. */
const gatheringMs = 60_000;

/**
 * When the pledges of `given` go out: now, or, if a message about their pool went out or will go out within a minute, with the next one. A retry
 * that waits longer keeps no other pledge waiting. now() and not clock_timestamp(), which no index can be searched for: all pledges of 30 days would be read.
 */
const dueOf = (sql: Connection, endpointId: string): Fragment => sql`
  (select case
    when max(d.next_try_at) is null then clock_timestamp()
    when max(d.next_try_at) > clock_timestamp() then max(d.next_try_at)
    else max(d.next_try_at) + ${gatheringMs} * interval '1 ms' end
  from webhook_deliveries d
  where d.endpoint_id = ${endpointId} and d.pool_id = given.pool_id and d.state <> 'dropped'
    and d.next_try_at between now() - ${gatheringMs} * interval '1 ms' and now() + ${gatheringMs} * interval '1 ms')`;

/**
 * An event that is sent again keeps its delivery. One that still waits for its first success goes on waiting. `gathers`: the pledges to a pool
 * become one message.
 */
export async function insertDeliveries(
  tx: Tx,
  endpointId: string,
  events: readonly NewDelivery[],
  gathers: boolean,
): Promise<void> {
  await tx`
    with given as (
      select n.event_id, n.type, n.position, case when ${gathers} and n.type = 'pledge.placed' then v.pool_id end as pool_id
      from unnest(${events.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ position }) => position)}::bigint[]) as n (event_id, type, position)
      left join events v on v.id = n.event_id)
    insert into webhook_deliveries (endpoint_id, event_id, type, position, pool_id, next_try_at)
    select ${endpointId}, given.event_id, given.type, given.position, given.pool_id,
      case when given.pool_id is null then clock_timestamp() else ${dueOf(tx, endpointId)} end
    from given order by given.position
    on conflict (endpoint_id, event_id) do update set state = 'pending', attempts = 0, next_try_at = excluded.next_try_at
    where webhook_deliveries.state <> 'pending'`;
}

export async function deleteOldDeliveries(tx: Tx, keptMs: number, limit: number): Promise<number> {
  const rows = await tx`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < clock_timestamp() - ${keptMs} * interval '1 ms' limit ${limit})
    returning 1`;
  return rows.length;
}
