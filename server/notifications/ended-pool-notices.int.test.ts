import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndedPool, openEndedPool } from '#testing/ended-pool.ts';
import { findPool } from './notice-pools.sql.ts';

let ended: EndedPool;
beforeAll(async () => {
  ended = await openEndedPool();
});
afterAll(() => ended.close());

it('a notice that leaves out the figures of an ended pool does not read its pledges', async () => {
  const { poolId, figures, pledgeCount } = ended;
  const shown = await ended.measure((tx) => findPool(tx, poolId));
  expect(shown.result).toMatchObject(figures);
  const without = await ended.measure((tx) => findPool(tx, poolId, { hasFigures: false }));
  expect(shown.pledgesRead - without.pledgesRead).toBe(pledgeCount);
});
