import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { type listEvents as contract, type EventOf, type EventType, eventTypes } from '#contract/events.ts';
import type { Platform } from '#server/platform/platform.ts';
import { composeEvent } from './event-payload.ts';
import { type EventReader, findPosition, listEventRows, numberEvents } from './event-rows.sql.ts';

export type { EventReader } from './event-rows.sql.ts';

export interface LoggedEvent {
  position: number;
  event: EventOf;
}

export interface ReadEvents {
  /** In the order of the log. */
  events: LoggedEvent[];
  /** The id and position of the last event that was looked at, also if the reader may not have it; null if there was none. */
  last: { id: string; position: number } | null;
  hasMore: boolean;
}

/** The last place in the log; those who begin to read here get only what happens from now on. */
export const readEnd = ({ db }: Platform): Promise<number> => numberEvents(db.sql);

/** Reads on in the log: what this reader may have at this moment. All outputs read events here. */
export async function readEvents(
  context: Platform,
  reader: EventReader,
  place: { after: number; types?: readonly EventType[] | undefined; limit: number; poolId?: string | undefined },
): Promise<ReadEvents> {
  const { sql } = context.db;
  const { after, types = eventTypes, limit, poolId } = place;
  await numberEvents(sql);
  const rows = await listEventRows(sql, reader, { after, types, limit: limit + 1, poolId });
  const page = rows.slice(0, limit);
  const events = page.flatMap((row): LoggedEvent[] => {
    const event = composeEvent(row, reader, context.config.publicUrl);
    return event ? [{ position: row.position, event }] : [];
  });
  const lastRow = page.at(-1);
  return {
    events,
    last: lastRow ? { id: lastRow.id, position: lastRow.position } : null,
    hasMore: rows.length > limit,
  };
}

/** Events that have their places in the log, as this reader may have them at this moment; without those that they may not, and gone ones. */
export async function readGivenEvents(
  { db, config }: Platform,
  reader: EventReader,
  ids: readonly string[],
): Promise<EventOf[]> {
  const rows = await listEventRows(db.sql, reader, { ids });
  return rows.flatMap((row) => composeEvent(row, reader, config.publicUrl) ?? []);
}

/** One event; null if they may not have it, or if it is gone. */
export async function readEvent(context: Platform, reader: EventReader, eventId: string): Promise<EventOf | null> {
  const [event] = await readGivenEvents(context, reader, [eventId]);
  return event ?? null;
}

/** Lists events after one that the caller has. */
export async function listEvents(
  context: Platform,
  reader: EventReader,
  { after, type, limit }: InputOf<typeof contract>['query'],
): Promise<OutputOf<typeof contract>> {
  if (after) await numberEvents(context.db.sql);
  const position = after ? await findPosition(context.db.sql, after) : 0;
  const { events, last, hasMore } = await readEvents(context, reader, { after: position, types: type, limit });
  return { events: events.map(({ event }) => ({ ...event })), last: last?.id ?? after ?? null, hasMore };
}
