import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecentReads } from './ttl-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(answers: (string | undefined | Error)[]) {
  const reads = createRecentReads<string | undefined>(5000);
  const read = (key = 'a') =>
    reads.read(key, async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { read, forget: reads.forget };
}

it('reads each key once while its answer is fresh', async () => {
  const { read } = setUp(['first', 'of another key', 'later']);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(await read('b')).toBe('of another key');
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
  forget();
  expect(await read()).toBe('changed');
});

it('keeps only so many', async () => {
  const { read } = setUp(Array.from({ length: 10_003 }, (_each, index) => String(index)));
  for (let key = 0; key <= 10_000; key += 1) await read(String(key));
  expect(await read('10000')).toBe('10000');
  expect(await read('0')).toBe('10001');
});
