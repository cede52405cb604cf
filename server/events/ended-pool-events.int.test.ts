import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventTypes } from '#contract/events.ts';
import { type EndedPool, openEndedPool } from '#testing/ended-pool.ts';
import { listEventRows } from './event-rows.sql.ts';

let ended: EndedPool;
beforeAll(async () => {
  ended = await openEndedPool();
});
afterAll(() => ended.close());

it.each([
  ['the person', false],
  ['the site', true],
])('the figures of an ended pool are read once for all events of %s', async (_whose, readsSite) => {
  const { userId, figures, pledgeCount } = ended;
  const place = { after: 0, types: eventTypes, limit: 100 };
  const { result, pledgesRead } = await ended.measure((tx) => listEventRows(tx, { userId, readsSite }, place));
  expect(result).toHaveLength(100);
  for (const row of result) expect(row).toMatchObject(figures);
  expect(pledgesRead).toBe(pledgeCount);
});
