import type { Sql } from '#server/platform/postgres/db.ts';

/** Takes every pool away with all that hangs on it, for tests whose pools no invariant holds for. */
export async function emptyPools(sql: Sql): Promise<void> {
  await sql`truncate pools, pledges cascade`;
  await sql`delete from feed_counts`;
  // With the rooms of pools all others are gone.
  await sql`insert into chat_rooms (kind) values ('global')`;
  await sql`insert into chat_rooms (kind, category_id) select 'category', id from categories`;
}
