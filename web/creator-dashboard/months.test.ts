import { expect, it } from 'vitest';
import { monthName, shortMonth } from './months.ts';

it.each([
  ['2026-11', 'November 2026', 'Nov'],
  ['2027-01', 'January 2027', 'Jan ’27'],
])('names the month %s', (month, long, short) => {
  expect(monthName(month)).toBe(long);
  expect(shortMonth(month)).toBe(short);
});
