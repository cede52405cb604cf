import { describe, expect, it, test } from 'vitest';
import { afterBusinessDays, isBusinessDay } from './business-days.ts';

describe('business days', () => {
  it.each([
    ['2026-11-23', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-26', false],
    ['2026-11-11', false],
    ['2026-12-25', false],
    ['2026-01-19', false],
    ['2026-02-16', false],
    ['2026-05-25', false],
    ['2026-06-19', false],
    ['2026-09-07', false],
    ['2026-10-12', false],
  ])('%s is one: %s', (day, is) => {
    expect(isBusinessDay(new Date(`${day}T10:00:00Z`))).toBe(is);
  });

  it('follow observed holidays: Friday for a Saturday, Monday for a Sunday, also across the year', () => {
    expect(isBusinessDay(new Date('2026-07-03T00:00:00Z'))).toBe(false);
    expect(isBusinessDay(new Date('2027-07-05T00:00:00Z'))).toBe(false);
    expect(isBusinessDay(new Date('2021-12-31T00:00:00Z'))).toBe(false);
  });
});

test.each([
  // Thanksgiving lies between.
  ['2026-11-20T23:30:00Z', 10, '2026-12-08T12:00:00.000Z'],
  ['2026-03-02T09:00:00Z', 10, '2026-03-17T12:00:00.000Z'],
  ['2026-03-02T09:00:00Z', 14, '2026-03-21T12:00:00.000Z'],
])('from %s, %i full business days have passed at %s', (from, days, at) => {
  expect(afterBusinessDays(new Date(from), days).toISOString()).toBe(at);
});
