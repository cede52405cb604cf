import { expect, it } from 'vitest';
import { monthBefore, monthName, shortMonth } from './months.ts';

it.each([
  ['2026-11', 'November 2026', 'Nov'],
  ['2027-01', 'January 2027', 'Jan ’27'],
])('names the month %s', (month, long, short) => {
  expect(monthName(month)).toBe(long);
  expect(shortMonth(month)).toBe(short);
});

it.each([
  ['2027-01', '2026-12'],
  ['2026-03', '2026-02'],
])('finds the month before %s', (month, before) => {
  expect(monthBefore(month)).toBe(before);
});
