import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndedPool, openEndedPool } from '#testing/ended-pool.ts';
import { findOverlayRows, listLatestPledges } from './overlays.sql.ts';

let ended: EndedPool;
beforeAll(async () => {
  ended = await openEndedPool();
});
afterAll(() => ended.close());

it('the figures of an ended pool are read once for all its overlays', async () => {
  const { db, figures, pledgeCount } = ended;
  const ids = (await db.sql<{ id: string }[]>`select id from overlays`).map(({ id }) => id);
  const { result, pledgesRead } = await ended.measure((tx) => findOverlayRows(tx, ids));
  expect(result).toHaveLength(20);
  for (const row of result) expect(row).toMatchObject(figures);
  expect(pledgesRead).toBe(pledgeCount);
});

it('no pledge to a refunded pool is read for its latest backers', async () => {
  const { db, poolId, measure } = ended;
  await db.tx(async (tx) => {
    await tx`
      update events e set subject_id = g.id from (select id, row_number() over () as n from pledges) g where g.n = e.position`;
    // Most pledges count, so the planner expects to find five among the latest.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into pledges (pool_id, fan_id, amount_cents, request_key, request_cents, status)
      select gen_random_uuid(), gen_random_uuid(), 300, n::text, 300, 'pledged' from generate_series(1, 6000) n`;
    await tx`analyze pledges, events`;
  });
  const { result, pledgesRead } = await measure((tx) => listLatestPledges(tx, poolId, 5));
  expect(result).toEqual([]);
  // The planner looks at the ends of an index.
  expect(pledgesRead).toBeLessThan(5);
});
