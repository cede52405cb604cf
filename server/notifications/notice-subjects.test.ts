import { expect, it } from 'vitest';
import { nameOfPool } from './notice.ts';
import { sampleNotices } from './samples/sample-notices.ts';
import { poolIn } from './samples/sample-pools.ts';

const title = nameOfPool(poolIn('open'));

it('gives every notice that names a pool the picture of that pool, unless the pool is removed', () => {
  const naming = sampleNotices().filter(({ title: heading, body }) => `${heading} ${body}`.includes(title));
  expect(naming.length).toBeGreaterThan(40);
  const without = naming.filter(({ poolId, href }) => !poolId && href !== '/notifications');
  expect(without.map(({ kind }) => kind)).toEqual([]);
});
