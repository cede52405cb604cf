import { expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const flow = { burst: 3, perSecond: 2 };

it('lets a burst through, then so many a second, each key for itself', () => {
  let at = 0;
  const buckets = createTokenBuckets(1, () => at);
  expect([1, 2, 3].map(() => buckets.take('mia', flow))).toEqual([0, 0, 0]);
  expect(buckets.take('mia', flow)).toBe(500);
  expect(buckets.take('sam', flow)).toBe(0);
  at = 500;
  expect(buckets.take('mia', flow)).toBe(0);
  expect(buckets.take('mia', flow)).toBe(500);
  at = 60_000;
  expect([1, 2, 3, 4].map(() => buckets.take('mia', flow))).toEqual([0, 0, 0, 500]);
});

it('is scaled, or lifted', () => {
  const twice = createTokenBuckets(2, () => 0);
  expect([1, 2, 3, 4, 5, 6, 7].map(() => twice.take('mia', flow))).toEqual([0, 0, 0, 0, 0, 0, 250]);
  const lifted = createTokenBuckets(0, () => 0);
  expect([1, 2, 3, 4].map(() => lifted.take('mia', flow))).toEqual([0, 0, 0, 0]);
});
