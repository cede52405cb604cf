import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/postgres/db.ts';
import { createTtlCache } from './ttl-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The cache only compares them. */
const [one, another] = [{} as Database, {} as Database];

function setUp(answers: (string | undefined | Error)[]) {
  const cache = createTtlCache<string | undefined>(5000);
  const read = (database = one, key = 'a') =>
    cache.read(database, key, async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { read, clear: cache.clear };
}

it('reads once until the value expires, for each key and database', async () => {
  const { read } = setUp(['first', 'of another key', 'of another database', 'later']);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(await read(one, 'b')).toBe('of another key');
  expect(await read(another)).toBe('of another database');
  vi.advanceTimersByTime(4999);
  expect(await read()).toBe('first');
  vi.advanceTimersByTime(1);
  expect(await read()).toBe('later');
});

it('caches neither failures nor undefined, and clears a database', async () => {
  const { read, clear } = setUp([new Error('no database'), undefined, 'there', 'changed']);
  await expect(read()).rejects.toThrow('no database');
  expect(await read()).toBeUndefined();
  expect(await read()).toBe('there');
  clear(one);
  expect(await read()).toBe('changed');
});

it('evicts the oldest value beyond its maximum', async () => {
  const { read } = setUp(Array.from({ length: 10_003 }, (_each, index) => String(index)));
  for (let key = 0; key <= 10_000; key += 1) await read(one, String(key));
  expect(await read(one, '10000')).toBe('10000');
  expect(await read(one, '0')).toBe('10001');
});
