import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface StoredEvent {
  id: string;
  type: string;
  payload: Record<string, unknown>;
}

export async function insertEvent(tx: Tx, id: string, type: string, payload: Parameters<Tx['json']>[0]): Promise<void> {
  await tx`insert into sandbox.events (id, type, payload) values (${id}, ${type}, ${tx.json(payload)})`;
}

/** Reads an event that was not delivered yet and counts the attempt; `nowS` is the time for the signature. */
export async function takeEvent(sql: Connection, id: string): Promise<(StoredEvent & { nowS: number }) | undefined> {
  const [row] = await sql<(StoredEvent & { nowS: number })[]>`
    update sandbox.events set attempts = attempts + 1
    where id = ${id} and delivered_at is null
    returning id, type, payload, floor(extract(epoch from clock_timestamp()))::int as now_s`;
  return row;
}

export async function markDelivered(sql: Connection, id: string): Promise<void> {
  await sql`update sandbox.events set delivered_at = clock_timestamp(), next_attempt_at = null where id = ${id}`;
}
