import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Reads that end on command. Each returns the value at its start. */
function setUp() {
  const flight = createSingleFlight();
  const open: (() => void)[] = [];
  let value = 0;
  let started = 0;
  const read = (key = 'feed') =>
    flight(key, async () => {
      started += 1;
      const seen = value;
      await new Promise<void>((resolve) => open.push(resolve));
      return seen;
    });
  return {
    read,
    change: () => (value += 1),
    started: () => started,
    async endFirst() {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('calls during a read share the next one, which is not older than they are', async () => {
  const { read, change, started, endFirst } = setUp();
  const first = read();
  change();
  const others = [read(), read(), read()];
  expect(started()).toBe(1);
  await endFirst();
  expect(started()).toBe(2);
  // This call comes after the second read started, so it needs a third.
  change();
  const late = read();
  await endFirst();
  await endFirst();
  expect(await first).toBe(0);
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  expect(await late).toBe(2);
  expect(started()).toBe(3);
});

test('keeps no result, and other keys do not wait', async () => {
  const { read, change, started, endFirst } = setUp();
  const feed = read('feed');
  const pool = read('pool');
  expect(started()).toBe(2);
  await endFirst();
  await endFirst();
  await Promise.all([feed, pool]);
  change();
  const again = read('feed');
  await endFirst();
  expect(await again).toBe(1);
});

test('a failed read rejects for all who shared it, and the next read runs', async () => {
  const flight = createSingleFlight();
  const fails = () => Promise.reject(new Error('no database'));
  const first = flight('feed', fails);
  const second = flight('feed', async () => 'done');
  await expect(first).rejects.toThrow('no database');
  expect(await second).toBe('done');
});
