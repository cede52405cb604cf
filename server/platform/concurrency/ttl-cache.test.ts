import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(answers: (string | undefined | Error)[]) {
  const cache = createTtlCache<string | undefined>(5000);
  const read = (key = 'a') =>
    cache.read(key, async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
  return { read, clear: cache.clear };
}

it('reads each key once until its value expires', async () => {
  const { read } = setUp(['first', 'of another key', 'later']);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(await read('b')).toBe('of another key');
  vi.advanceTimersByTime(4999);
  expect(await read()).toBe('first');
  vi.advanceTimersByTime(1);
  expect(await read()).toBe('later');
});

it('caches neither failures nor undefined, and clears all values', async () => {
  const { read, clear } = setUp([new Error('no database'), undefined, 'there', 'changed']);
  await expect(read()).rejects.toThrow('no database');
  expect(await read()).toBeUndefined();
  expect(await read()).toBe('there');
  clear();
  expect(await read()).toBe('changed');
});

it('evicts the oldest value beyond its maximum', async () => {
  const { read } = setUp(Array.from({ length: 10_003 }, (_each, index) => String(index)));
  for (let key = 0; key <= 10_000; key += 1) await read(String(key));
  expect(await read('10000')).toBe('10000');
  expect(await read('0')).toBe('10001');
});

it('drops expired values when it reads another key, the oldest beyond its limit, and values that are not kept', async () => {
  const collected: string[] = [];
  const cache = createTtlCache<string>(1000, { maxEntries: 2, isKept: (value) => value !== 'refused' });
  const read = (key: string, value = key) =>
    cache.read(key, async () => {
      collected.push(key);
      return value;
    });
  for (const key of ['a', 'b', 'c', 'b', 'a']) await read(key);
  expect(collected).toEqual(['a', 'b', 'c', 'a']);
  expect(await Promise.all([read('d', 'refused'), read('d', 'refused')])).toEqual(['refused', 'refused']);
  expect(await read('d')).toBe('d');
  expect(collected.slice(4)).toEqual(['d', 'd']);
});

it('refreshes an old value while callers get it, and drops a refresh that a clear overtook', async () => {
  const pending: ((value: string) => void)[] = [];
  const cache = createTtlCache<string>(1000, { refreshAfterMs: 600 });
  const read = () => cache.read('a', () => new Promise<string>((resolve) => pending.push(resolve)));
  const first = read();
  pending[0]?.('first');
  await first;
  vi.advanceTimersByTime(599);
  await read();
  expect(pending).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(await Promise.all([read(), read()])).toEqual(['first', 'first']);
  expect(pending).toHaveLength(2);
  pending[1]?.('second');
  await vi.advanceTimersByTimeAsync(999);
  expect(await read()).toBe('second');
  expect(pending).toHaveLength(3);
  cache.clear();
  pending[2]?.('read before the clear');
  await vi.advanceTimersByTimeAsync(0);
  const last = read();
  pending[3]?.('changed');
  expect(await last).toBe('changed');
});

it('keeps the old value until it expires if a refresh fails, and reads again', async () => {
  const answers = ['first', new Error('no database'), 'later'];
  const cache = createTtlCache<string>(1000, { refreshAfterMs: 600 });
  const read = () =>
    cache.read('a', async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? '';
    });
  await read();
  vi.advanceTimersByTime(600);
  expect(await read()).toBe('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(await read()).toBe('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(await read()).toBe('later');
});
