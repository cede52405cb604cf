import type { Connection } from '#server/platform/postgres/db.ts';

/** The pledges of a creator's pools whose cards are being charged or wait for that. */
export async function listChargingFor(sql: Connection, creatorId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pools o join pledges p on p.pool_id = o.id
    where o.assigned_creator_id = ${creatorId} and o.status = 'collecting' and not o.frozen and p.status = 'charging'
    order by p.id`;
  return rows.map(({ id }) => id);
}
