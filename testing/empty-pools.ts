import type { Sql } from '#server/platform/postgres/db.ts';

/** Deletes all pools and dependent rows, for tests whose pools violate the invariants. */
export async function emptyPools(sql: Sql): Promise<void> {
  await sql`truncate pools, pledges cascade`;
  await sql`delete from feed_counts`;
  // The cascade also truncates all other chat rooms.
  await sql`insert into chat_rooms (kind) values ('global')`;
  await sql`insert into chat_rooms (kind, category_id) select 'category', id from categories`;
}
