import { describe, expect, it } from 'vitest';
import { nextDailyRoot } from './read-roots.ts';

describe('the next daily root', () => {
  it('is published five minutes after the next midnight UTC, or within the current day before that', () => {
    const next = (now: string) => nextDailyRoot(new Date(now)).toISOString();
    expect(next('2026-11-22T17:00:00Z')).toBe('2026-11-23T00:05:00.000Z');
    expect(next('2026-11-22T00:04:59Z')).toBe('2026-11-22T00:05:00.000Z');
    expect(next('2026-11-22T00:05:00Z')).toBe('2026-11-23T00:05:00.000Z');
    expect(next('2026-12-31T23:59:59Z')).toBe('2027-01-01T00:05:00.000Z');
  });
});
