import { expect, test } from 'vitest';
import { addressKey, createRateLimits } from './rate-limit.ts';

test('tries beyond the limit are refused with the seconds to wait, until the window ends', async () => {
  let now = 0;
  const limiter = createRateLimits(1, () => now).limiter('sign-in', { points: 2, perMs: 10_000 });
  await limiter.consume('a');
  await limiter.consume('a');
  now = 4000;
  await expect(limiter.consume('a')).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterS: 6 } });
  await limiter.consume('b');
  now = 10_000;
  await limiter.consume('a');
});

test('checking counts nothing, a success forgets', async () => {
  const limiter = createRateLimits(1).limiter('failures', { points: 2, perMs: 10_000 });
  for (let index = 0; index < 5; index += 1) await limiter.check('a');
  await limiter.consume('a');
  await limiter.check('a');
  await limiter.consume('a');
  await expect(limiter.check('a')).rejects.toMatchObject({ code: 'rate_limited' });
  await limiter.reset('a');
  await limiter.check('a');
});

test('the factor scales all limits, 0 lifts them', async () => {
  const doubled = createRateLimits(2).limiter('x', { points: 1, perMs: 10_000 });
  await doubled.consume('a');
  await doubled.consume('a');
  await expect(doubled.consume('a')).rejects.toThrow();
  const off = createRateLimits(0).limiter('x', { points: 1, perMs: 10_000 });
  for (let index = 0; index < 10; index += 1) await off.consume('a');
});

test('one IPv6 customer has one key', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(addressKey('::1')).toBe('0:0:0:0');
  expect(addressKey(undefined)).toBe('');
});
