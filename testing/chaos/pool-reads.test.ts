import { expect, it } from 'vitest';
import { PoolReads } from './pool-reads.ts';

it('accepts only totals between what was acknowledged before a read and what was asked for until its end', async () => {
  const reads = new PoolReads();
  reads.ask('pool', 'fan', 500)();
  expect(await reads.check('pool', async () => 500)).toBeUndefined();
  expect(await reads.check('pool', async () => 499)).toContain('showed 499, not between 500 and 500');
  const during = async (total: number) => {
    const acknowledge = reads.ask('pool', 'other', 200);
    acknowledge();
    return total;
  };
  expect(await reads.check('pool', () => during(500))).toBeUndefined();
  reads.ask('pool', 'other', 0)();
  expect(await reads.check('pool', () => during(700))).toBeUndefined();
  // Acknowledged before this read.
  expect(await reads.check('pool', async () => 500)).toContain('between 700 and 700');
  reads.ask('pool', 'fan', 0);
  for (const total of [200, 700]) expect(await reads.check('pool', async () => total)).toBeUndefined();
  expect(await reads.check('another', async () => 1)).toContain('between 0 and 0');
});
