import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Tx } from '#server/platform/postgres/db.ts';
import { createTestDatabase } from './database.ts';

const pledgeCount = 2000;
const [userId, poolId] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

/** A pool that ended with many pledges, 100 events and 20 overlays, and a count of the pledges that queries about it read. */
export async function openEndedPool() {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { log: createLogger('silent'), max: 1 });
  await db.tx(async (tx) => {
    // Fans without accounts are enough here.
    await tx`set local session_replication_role = replica`;
    await tx`insert into users (id, username, email) values (${userId}, 'ada', 'ada@fanfare.example')`;
    await tx`
      insert into pools (id, owner_id, assigned_creator_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, status)
      values (${poolId}, ${userId}, ${userId}, 'Rain', 'rain', 'rain', 'rain', 'Rain', 1000000, now(), 'refunded')`;
    await tx`
      insert into pledges (pool_id, fan_id, amount_cents, request_key, request_cents, status, pledged_at, paid_at)
      select ${poolId}::uuid, gen_random_uuid(), 300, n::text, 300, 'refunded', now(), now() from generate_series(1, ${pledgeCount}::int) n`;
    await tx`
      insert into events (type, pool_id, position) select 'pledge.placed', ${poolId}::uuid, n from generate_series(1, 100) n`;
    await tx`insert into overlays (user_id, pool_id, settings) select ${userId}::uuid, ${poolId}::uuid, '{}' from generate_series(1, 20)`;
  });

  async function countReads(tx: Tx): Promise<number> {
    const [row] = await tx<{ count: number }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = 'pledges'`;
    return row?.count ?? 0;
  }

  return {
    db,
    userId,
    poolId,
    pledgeCount,
    figures: { pledgedCents: pledgeCount * 300, fanCount: pledgeCount },
    /** Returns what a query returns, and how many pledges it reads. */
    measure: <T>(query: (tx: Tx) => Promise<T>) =>
      db.tx(async (tx) => {
        const before = await countReads(tx);
        const result = await query(tx);
        return { result, pledgesRead: (await countReads(tx)) - before };
      }),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

export type EndedPool = Awaited<ReturnType<typeof openEndedPool>>;
