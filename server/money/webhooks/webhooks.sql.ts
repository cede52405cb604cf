import type { ProcessorEvent } from '#server/money/card-processor.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';

type StoredPayload = Parameters<Connection['json']>[0];

/** False if the inbox already has this event. */
export async function insertEvent(tx: Tx, processor: string, event: ProcessorEvent): Promise<boolean> {
  const payload = { reference: event.reference, content: event.payload } as unknown as StoredPayload;
  const rows = await tx`
    insert into webhook_inbox (processor, event_id, type, payload, declined)
    values (${processor}, ${event.id}, ${event.type}, ${tx.json(payload)}, ${event.declined ?? false})
    on conflict (processor, event_id) do nothing
    returning event_id`;
  return rows.length > 0;
}

/** Undefined if the event was already processed or never arrived. */
export async function readOpenEvent(
  sql: Connection,
  processor: string,
  eventId: string,
): Promise<{ reference: string | null; declined: boolean } | undefined> {
  const [row] = await sql<{ reference: string | null; declined: boolean }[]>`
    select payload ->> 'reference' as reference, declined from webhook_inbox
    where processor = ${processor} and event_id = ${eventId} and processed_at is null`;
  return row;
}

export async function markEventProcessed(
  sql: Connection,
  processor: string,
  eventId: string,
  note: string | null,
): Promise<void> {
  await sql`
    update webhook_inbox set processed_at = clock_timestamp(), error = ${note}
    where processor = ${processor} and event_id = ${eventId} and processed_at is null`;
}

export async function recordEventError(
  sql: Connection,
  processor: string,
  eventId: string,
  error: string,
): Promise<void> {
  await sql`
    update webhook_inbox set error = ${error}
    where processor = ${processor} and event_id = ${eventId} and processed_at is null`;
}

/** Events that have been open for `olderThanMs`, oldest first, after a given one. */
export async function listOpenEvents(
  sql: Connection,
  processor: string,
  { olderThanMs, after, limit }: { olderThanMs: number; after: string | null; limit: number },
): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select event_id as id from webhook_inbox
    where processed_at is null and processor = ${processor}
      and received_at < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})
      and (${after}::text is null or (received_at, event_id) > (
        select x.received_at, x.event_id from webhook_inbox x where x.processor = ${processor} and x.event_id = ${after}))
    order by received_at, event_id limit ${limit}`;
}
