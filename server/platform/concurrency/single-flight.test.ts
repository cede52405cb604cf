import { expect, test } from 'vitest';
import { createSharedReads } from './single-flight.ts';

/** A read that ends when it is told to; each begins with what is true at that moment. */
function stage() {
  const share = createSharedReads();
  const open: (() => void)[] = [];
  let truth = 0;
  let begun = 0;
  const read = (key = 'feed') =>
    share(key, async () => {
      begun += 1;
      const seen = truth;
      await new Promise<void>((resolve) => open.push(resolve));
      return seen;
    });
  return {
    read,
    change: () => (truth += 1),
    begun: () => begun,
    async endFirst() {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('who asks while a read runs shares the next one, which knows what was true when they asked', async () => {
  const { read, change, begun, endFirst } = stage();
  const first = read();
  change();
  const others = [read(), read(), read()];
  expect(begun()).toBe(1);
  await endFirst();
  expect(begun()).toBe(2);
  // Asked after the second began: not its answer either.
  change();
  const late = read();
  await endFirst();
  await endFirst();
  expect(await first).toBe(0);
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  expect(await late).toBe(2);
  expect(begun()).toBe(3);
});

test('nothing is kept, and other questions do not wait', async () => {
  const { read, change, begun, endFirst } = stage();
  const feed = read('feed');
  const pool = read('pool');
  expect(begun()).toBe(2);
  await endFirst();
  await endFirst();
  await Promise.all([feed, pool]);
  change();
  const again = read('feed');
  await endFirst();
  expect(await again).toBe(1);
});

test('a read that fails is told to those who shared it, and the next is tried', async () => {
  const share = createSharedReads();
  const fails = () => Promise.reject(new Error('no database'));
  const first = share('feed', fails);
  const second = share('feed', async () => 'well');
  await expect(first).rejects.toThrow('no database');
  expect(await second).toBe('well');
});
