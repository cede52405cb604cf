import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#server/platform/postgres/db.ts';
import { createRecentReads } from './ttl-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Only told apart, never asked. */
const [one, another] = [{} as Database, {} as Database];

function setUp(answers: (string | undefined | Error)[]) {
  const reads = createRecentReads<string | undefined>(5000);
  const read = (database = one, key = 'a') =>
    reads.read(database, key, async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { read, forget: reads.forget };
}

it('reads once while the answer is fresh, each key and each database for itself', async () => {
  const { read } = setUp(['first', 'of another key', 'of another database', 'later']);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(await read(one, 'b')).toBe('of another key');
  expect(await read(another)).toBe('of another database');
  vi.advanceTimersByTime(4999);
  expect(await read()).toBe('first');
  vi.advanceTimersByTime(1);
  expect(await read()).toBe('later');
});

it('keeps neither a failure nor nothing, nor what was forgotten', async () => {
  const { read, forget } = setUp([new Error('no database'), undefined, 'there', 'changed']);
  await expect(read()).rejects.toThrow('no database');
  expect(await read()).toBeUndefined();
  expect(await read()).toBe('there');
  forget(one);
  expect(await read()).toBe('changed');
});

it('keeps only so many', async () => {
  const { read } = setUp(Array.from({ length: 10_003 }, (_each, index) => String(index)));
  for (let key = 0; key <= 10_000; key += 1) await read(one, String(key));
  expect(await read(one, '10000')).toBe('10000');
  expect(await read(one, '0')).toBe('10001');
});
