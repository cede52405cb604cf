import { describe, expect, it } from 'vitest';
import { friendlyTime, fullDate, relativeTime, remainingTime, timeLeft } from './time.ts';
import { forTime, withinTime } from './time-phrases.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const minutes = (amount: number) => amount * 60_000;
const hours = (amount: number) => minutes(amount * 60);

describe('relativeTime', () => {
  it.each([
    [0, '0m ago'],
    [minutes(1) - 1, '0m ago'],
    [minutes(1), '1m ago'],
    [minutes(59), '59m ago'],
    [hours(1) - 1, '59m ago'],
    [hours(1), '1h ago'],
    [hours(24) - 1, '23h ago'],
    [hours(24), 'Nov 19'],
    [hours(24 * 60), 'Sep 21'],
  ])('%i ms old reads %s', (age, text) => {
    expect(relativeTime(now - age, now)).toBe(text);
  });

  it('takes a clock that runs ahead for now', () => {
    expect(relativeTime(now + minutes(3), now)).toBe('0m ago');
    expect(friendlyTime(now + minutes(3), now)).toBe('just now');
  });
});

describe('friendlyTime', () => {
  it.each([
    [0, 'just now'],
    [minutes(1) - 1, 'just now'],
    [minutes(1), '1m ago'],
    [hours(24), 'Nov 19'],
  ])('%i ms old reads %s', (age, text) => {
    expect(friendlyTime(now - age, now)).toBe(text);
  });
});

describe('timeLeft', () => {
  it.each([
    [hours(72), '3 days'],
    [hours(49), '3 days'],
    [hours(48), '48 hours'],
    [hours(2) + 1, '3 hours'],
    [minutes(1), '1 minute'],
    [1, '1 minute'],
  ])('%i ms ahead reads %s', (ahead, text) => {
    expect(timeLeft(now + ahead, now)).toBe(text);
  });

  it('is null once it has passed', () => {
    expect(timeLeft(now, now)).toBeNull();
  });
});

it('writes dates as Intl does, in UTC', () => {
  const days = Array.from({ length: 24 }, (_, month) => Date.UTC(2026, month, 1 + month, 23, 59));
  const long = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  expect(days.map(fullDate)).toEqual(days.map((day) => long.format(day)));
});

describe('phrases with a length of time', () => {
  it('are whole, so that languages can change the words for days and hours', () => {
    expect([hours(72), hours(5), minutes(12)].map((length) => withinTime(length))).toEqual([
      'within 3 days',
      'within 5 hours',
      'within 12 minutes',
    ]);
    expect([hours(72), hours(5), minutes(1)].map((length) => forTime(length))).toEqual([
      'for 3 days',
      'for 5 hours',
      'for 1 minute',
    ]);
    expect([hours(72), hours(5), minutes(1)].map((length) => remainingTime(now + length, now))).toEqual([
      '3 days left',
      '5 hours left',
      '1 minute left',
    ]);
    expect(remainingTime(now, now)).toBeNull();
  });
});
