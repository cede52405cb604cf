import { describe, expect, it } from 'vitest';
import { pauseMs, retryDelayMs } from './retry-schedule.ts';

describe('the retries of a delivery', () => {
  it('have the delays of Standard Webhooks, and end after the tenth try', () => {
    const minutes = Array.from({ length: 11 }, (_, index) => retryDelayMs(index + 1, 0.5)).map(
      (ms) => ms && ms / 60_000,
    );
    expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440, undefined, undefined]);
  });

  it('differ by at most ten percent', () => {
    expect([retryDelayMs(2, 0), retryDelayMs(2, 1)]).toEqual([270_000, 330_000]);
  });
});

describe('the pause of an endpoint', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const pause = (status: number | null, retryAfter?: string, attempts = 1) =>
    pauseMs({ status, retryAfter }, attempts, now);

  it('is what Retry-After says, in seconds or as a date, at most 24 hours', () => {
    expect(pause(503, '90')).toBe(90_000);
    expect(pause(429, 'Sun, 01 Mar 2026 12:10:00 GMT')).toBe(600_000);
    expect(pause(429, '999999999')).toBe(24 * 60 * 60_000);
    expect(pause(503, 'Sunday, 01-Mar-26 12:10:00 GMT')).toBe(600_000);
  });

  it('grows to five minutes for an overloaded endpoint that names no time', () => {
    expect([1, 2, 9, 10].map((attempts) => pause(429, undefined, attempts))).toEqual([5000, 300_000, 300_000, 300_000]);
    expect([pause(502), pause(504), pause(429, 'soon')]).toEqual([5000, 5000, 5000]);
  });

  it.each(['0', '-5', '1.5', 'in 30 seconds', 'Sun, 01 Mar 2020 12:10:00 GMT', 'Sun'])(
    'ignores the Retry-After “%s”, which names no time to come',
    (retryAfter) => {
      expect([pause(429, retryAfter), pause(503, retryAfter)]).toEqual([5000, 0]);
    },
  );

  it('is none for other failures', () => {
    expect([pause(500), pause(404), pause(null), pause(301)]).toEqual([0, 0, 0, 0]);
  });
});
