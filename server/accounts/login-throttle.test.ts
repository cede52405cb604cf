import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '#contract/app-error.ts';
import { createRateLimits } from '#server/platform/limits/rate-limit.ts';
import { createLoginThrottle } from './login-throttle.ts';

const minute = 60_000;
const wait = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function throttle(factor = 1) {
  const { attempt } = createLoginThrottle(createRateLimits(factor));
  return {
    /** Makes a failing try. Returns the seconds to wait, or 0 if the throttle admitted the try. */
    fail: (email = 'a@example.org', ip = '192.0.2.1'): Promise<number> =>
      attempt(email, ip).then(
        () => 0,
        (error: AppError) => error.details.retryAfterS ?? -1,
      ),
    succeed: async (email = 'a@example.org', ip = '192.0.2.1') => (await attempt(email, ip)).succeeded(),
  };
}

describe('createLoginThrottle', () => {
  test('admits ten failures, then doubles the wait after each one', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 10; n += 1) expect(await fail()).toBe(0);
    expect(await fail()).toBe(10);
    wait(10_000);
    expect(await fail()).toBe(0);
    expect(await fail()).toBe(20);
    wait(20_000);
    expect(await fail()).toBe(0);
    expect(await fail()).toBe(40);
    for (let n = 0; n < 20; n += 1) {
      wait(15 * minute);
      expect(await fail()).toBe(0);
    }
    expect(await fail()).toBe(15 * 60);
  });

  test('does not lock the owner out on another IP address', async () => {
    const { fail, succeed } = throttle();
    for (let n = 0; n < 30; n += 1) await fail();
    expect(await fail('A@Example.org')).toBeGreaterThan(0);
    expect(await fail('b@example.org')).toBe(0);
    await succeed('a@example.org', '198.51.100.7');
  });

  test('forgets failures after a success and after 15 minutes', async () => {
    const { fail, succeed } = throttle();
    for (let n = 0; n < 9; n += 1) await fail();
    await succeed();
    for (let n = 0; n < 9; n += 1) expect(await fail()).toBe(0);
    wait(15 * minute);
    for (let n = 0; n < 10; n += 1) expect(await fail()).toBe(0);
    expect(await fail()).toBe(10);
  });

  test('leaves each IP address one try after 100 failures on an account', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 100; n += 1) expect(await fail('a@example.org', `10.0.${n}.1`)).toBe(0);
    expect(await fail('a@example.org', '203.0.113.1')).toBe(0);
    expect(await fail('a@example.org', '203.0.113.1')).toBe(10);
  });

  test('admits 300 failures in five minutes from one IP address, or one IPv6 /64', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 300; n += 1) expect(await fail(`p${n}@example.org`, `2001:db8::${n.toString(16)}`)).toBe(0);
    expect(await fail('new@example.org', '2001:db8::ffff')).toBe(300);
    expect(await fail('new@example.org', '2001:db8:0:1::1')).toBe(0);
    wait(5 * minute);
    expect(await fail('new@example.org', '2001:db8::ffff')).toBe(0);
  });

  test('admits one of many tries that arrive at the end of a wait', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 10; n += 1) await fail();
    wait(10_000);
    const waits = await Promise.all(Array.from({ length: 20 }, () => fail()));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(1);
  });

  test('admits nothing more after many tries at the same moment were refused', async () => {
    const { fail } = throttle();
    const first = await Promise.all(Array.from({ length: 60 }, () => fail()));
    expect(first.filter((seconds) => seconds === 0)).toHaveLength(10);
    for (let n = 0; n < 60; n += 1) expect(await fail()).toBeGreaterThan(0);
    wait(10_000);
    expect(await fail()).toBe(0);
    expect(await fail()).toBe(20);
  });

  test('scales its limits with RATE_LIMITS', async () => {
    const off = throttle(0);
    for (let n = 0; n < 1000; n += 1) expect(await off.fail()).toBe(0);
    const half = throttle(0.5);
    for (let n = 0; n < 5; n += 1) expect(await half.fail()).toBe(0);
    expect(await half.fail()).toBe(10);
  });
});
