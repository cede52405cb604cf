import { expect, it } from 'vitest';
import { runningSums } from './running-sums.ts';

it('adds each day to the days before', () => {
  const day = { pledged: 500, paid: 300, released: 0, refunded: 100 };
  expect(
    runningSums([
      { day: '2026-11-21', ...day },
      { day: '2026-11-22', ...day, released: 50 },
    ]),
  ).toEqual([
    { day: '2026-11-21', ...day },
    { day: '2026-11-22', pledged: 1000, paid: 600, released: 50, refunded: 200 },
  ]);
  expect(runningSums([])).toEqual([]);
});
