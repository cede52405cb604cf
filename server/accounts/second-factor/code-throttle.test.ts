import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '#contract/app-error.ts';
import { createRateLimits } from '#server/platform/limits/rate-limit.ts';
import { createCodeThrottle } from './code-throttle.ts';

const minute = 60_000;
const wait = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function throttle() {
  const { attempt } = createCodeThrottle(createRateLimits(1));
  return {
    /** Makes a failing try. Returns the seconds to wait, or 0 if the throttle admitted the try. */
    fail: (ip = '192.0.2.1', code = '123456', user = 'a'): Promise<number> =>
      attempt(user, ip, code).then(
        () => 0,
        (error: AppError) => error.details.retryAfterS ?? -1,
      ),
    succeed: async (ip = '192.0.2.1', code = '123456') => (await attempt('a', ip, code)).succeeded(),
  };
}

describe('createCodeThrottle', () => {
  test('admits five wrong codes of an address on an account, then doubles the wait after each one', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 5; n += 1) expect(await fail()).toBe(0);
    expect(await fail()).toBe(10);
    wait(10_000);
    expect(await fail()).toBe(0);
    expect(await fail()).toBe(20);
    expect(await fail('198.51.100.7')).toBe(0);
    expect(await fail('192.0.2.1', '123456', 'b')).toBe(0);
  });

  test('admits no more of many codes that come at the same moment', async () => {
    const { fail } = throttle();
    const waits = await Promise.all(Array.from({ length: 50 }, () => fail()));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
    for (let n = 0; n < 20; n += 1) expect(await fail()).toBeGreaterThan(0);
  });

  test('admits 20 wrong codes an hour and 60 a day from all addresses, and spares recovery codes', async () => {
    const { fail } = throttle();
    let admitted = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      let ofHour = 0;
      for (let n = 0; n < 40; n += 1) if ((await fail(`10.${hour}.${n}.1`)) === 0) ofHour += 1;
      expect(ofHour).toBeLessThanOrEqual(20);
      admitted += ofHour;
      wait(60 * minute);
    }
    expect(admitted).toBeLessThanOrEqual(60);
    expect(admitted).toBeGreaterThan(40);
    const { fail: again } = throttle();
    for (let n = 0; n < 30; n += 1) await again(`10.0.${n}.1`);
    expect(await again('203.0.113.1')).toBeGreaterThan(0);
    expect(await again('203.0.113.1', '7K3M9XQ2B4TN0WHC')).toBe(0);
  });

  test('forgets the wrong codes of an address after a right one, and takes back only that try for all addresses', async () => {
    const { fail, succeed } = throttle();
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 4; n += 1) expect(await fail()).toBe(0);
      await succeed();
    }
    for (let n = 0; n < 4; n += 1) expect(await fail()).toBe(0);
    expect(await fail('198.51.100.7')).toBeGreaterThan(0);
  });

  test('does not count a try that another limit has refused', async () => {
    const { fail } = throttle();
    for (let n = 0; n < 5; n += 1) await fail();
    for (let n = 0; n < 100; n += 1) expect(await fail()).toBeGreaterThan(0);
    expect(await fail('198.51.100.7')).toBe(0);
  });
});
