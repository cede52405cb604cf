import { describe, expect, test } from 'vitest';
import type { AppError } from '#contract/errors.ts';
import { createLoginThrottle } from './login-throttle.ts';

const minute = 60_000;

function throttle(factor = 1) {
  let time = 0;
  const { attempt } = createLoginThrottle(factor, () => time);
  return {
    wait: (ms: number) => {
      time += ms;
    },
    /** Makes a failing try. Returns the seconds to wait, or 0 if the throttle admitted the try. */
    fail(email = 'a@example.org', ip = '192.0.2.1'): number {
      try {
        attempt(email, ip);
        return 0;
      } catch (error) {
        return (error as AppError).details.retryAfterS ?? -1;
      }
    },
    succeed: (email = 'a@example.org', ip = '192.0.2.1') => attempt(email, ip).succeeded(),
  };
}

describe('createLoginThrottle', () => {
  test('admits ten failures, then doubles the wait after each one', () => {
    const { fail, wait } = throttle();
    for (let n = 0; n < 10; n += 1) expect(fail()).toBe(0);
    expect(fail()).toBe(10);
    wait(10_000);
    expect(fail()).toBe(0);
    expect(fail()).toBe(20);
    wait(20_000);
    expect(fail()).toBe(0);
    expect(fail()).toBe(40);
    for (let n = 0; n < 20; n += 1) {
      wait(15 * minute);
      expect(fail()).toBe(0);
    }
    expect(fail()).toBe(15 * 60);
  });

  test('does not lock the owner out on another IP address', () => {
    const { fail, succeed } = throttle();
    for (let n = 0; n < 30; n += 1) fail();
    expect(fail('A@Example.org')).toBeGreaterThan(0);
    expect(fail('b@example.org')).toBe(0);
    expect(() => succeed('a@example.org', '198.51.100.7')).not.toThrow();
  });

  test('forgets failures after a success and after 15 minutes', () => {
    const { fail, succeed, wait } = throttle();
    for (let n = 0; n < 9; n += 1) fail();
    succeed();
    for (let n = 0; n < 9; n += 1) expect(fail()).toBe(0);
    wait(15 * minute);
    for (let n = 0; n < 10; n += 1) expect(fail()).toBe(0);
    expect(fail()).toBe(10);
  });

  test('leaves each IP address one try after 100 failures on an account', () => {
    const { fail } = throttle();
    for (let n = 0; n < 100; n += 1) expect(fail('a@example.org', `10.0.${n}.1`)).toBe(0);
    expect(fail('a@example.org', '203.0.113.1')).toBe(0);
    expect(fail('a@example.org', '203.0.113.1')).toBe(10);
  });

  test('admits 300 failures in five minutes from one IP address, or one IPv6 /64', () => {
    const { fail, wait } = throttle();
    for (let n = 0; n < 300; n += 1) expect(fail(`p${n}@example.org`, `2001:db8::${n.toString(16)}`)).toBe(0);
    expect(fail('new@example.org', '2001:db8::ffff')).toBe(300);
    expect(fail('new@example.org', '2001:db8:0:1::1')).toBe(0);
    wait(5 * minute);
    expect(fail('new@example.org', '2001:db8::ffff')).toBe(0);
  });

  test('scales its limits with RATE_LIMITS', () => {
    const off = throttle(0);
    for (let n = 0; n < 1000; n += 1) expect(off.fail()).toBe(0);
    const half = throttle(0.5);
    for (let n = 0; n < 5; n += 1) expect(half.fail()).toBe(0);
    expect(half.fail()).toBe(10);
  });
});
