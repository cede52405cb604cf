import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('createBatches', () => {
  it('batches the items of one turn of the event loop, and those that arrive during a run', async () => {
    const sizes: number[] = [];
    const confirm = createBatches(
      async (items: number[]) => {
        sizes.push(items.length);
        await tick();
        return items.map((item) => item * 2);
      },
      { max: 500 },
    );
    const confirmFrom = (from: number) => Array.from({ length: 600 }, (_, index) => confirm(from + index));
    const first = confirmFrom(0);
    expect(sizes).toEqual([]);
    while (sizes.length === 0) await tick();
    const answers = await Promise.all([...first, ...confirmFrom(600)]);
    expect(answers).toEqual(Array.from({ length: 1200 }, (_, item) => item * 2));
    expect(sizes).toEqual([500, 500, 200]);
    expect(await confirm(7)).toBe(14);
    expect(sizes.at(-1)).toBe(1);
  });

  it('waits `gatherMs` for further items', async () => {
    const sizes: number[] = [];
    const store = createBatches(
      async (items: number[]) => {
        sizes.push(items.length);
        return items;
      },
      { gatherMs: 50 },
    );
    const first = store(1);
    await tick();
    expect(await Promise.all([first, store(2), store(3)])).toEqual([1, 2, 3]);
    expect(sizes).toEqual([3]);
  });

  it('fails only the bad item of a batch', async () => {
    const confirm = createBatches(async (items: number[]) => {
      await tick();
      if (items.includes(3)) throw new Error('three');
      return items;
    });
    const settled = await Promise.allSettled([0, 1, 2, 3, 4].map((item) => confirm(item)));
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('fails the whole batch when the error is not about one item', async () => {
    let runs = 0;
    const confirm = createBatches(
      async (_items: number[]) => {
        runs += 1;
        await tick();
        throw new Error('the database is away');
      },
      { retryIndividually: () => false },
    );
    const settled = await Promise.allSettled([0, 1, 2].map((item) => confirm(item)));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });
});
