import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressKey, createRateLimits } from './rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limit = { points: 2, perMs: 10_000 };
const refused = { code: 'rate_limited' };

test('refuses attempts beyond the limit, with the seconds to wait, until the window ends', async () => {
  const limiter = createRateLimits(1).limiter('sign-in', limit);
  await limiter.consume('a');
  await limiter.consume('a');
  vi.advanceTimersByTime(4000);
  await expect(limiter.consume('a')).rejects.toMatchObject({ ...refused, details: { retryAfterS: 6 } });
  await limiter.consume('b');
  vi.advanceTimersByTime(6000);
  await limiter.consume('a');
});

test('counts several points at once', async () => {
  const limiter = createRateLimits(1).limiter('sign-in', limit);
  await limiter.consume('a', 2);
  await expect(limiter.consume('a')).rejects.toMatchObject(refused);
});

test('check counts nothing, and reset forgets the key', async () => {
  const limiter = createRateLimits(1).limiter('failures', limit);
  for (let index = 0; index < 5; index += 1) await limiter.check('a');
  await limiter.consume('a');
  await limiter.check('a');
  await limiter.consume('a');
  await expect(limiter.check('a')).rejects.toMatchObject({ ...refused, details: { retryAfterS: 10 } });
  await limiter.reset('a');
  await limiter.check('a');
});

test('limiters of one name count together, those of different names apart', async () => {
  const limits = createRateLimits(1);
  await limits.limiter('sign-in', limit).consume('a');
  await limits.limiter('sign-in', limit).consume('a');
  await expect(limits.limiter('sign-in', limit).consume('a')).rejects.toMatchObject(refused);
  await limits.limiter('register', limit).consume('a');
});

test('the factor multiplies all limits, and 0 lifts them', async () => {
  const doubled = createRateLimits(2).limiter('x', { points: 1, perMs: 10_000 });
  await doubled.consume('a');
  await doubled.consume('a');
  await expect(doubled.consume('a')).rejects.toMatchObject(refused);
  const lifted = createRateLimits(0).limiter('x', { points: 1, perMs: 10_000 });
  for (let index = 0; index < 10; index += 1) await lifted.consume('a');
});

test('all addresses of one IPv6 customer share one key', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(addressKey('::1')).toBe('0:0:0:0');
  expect(addressKey(undefined)).toBe('');
});
