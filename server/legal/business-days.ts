const dayMs = 24 * 60 * 60 * 1000;
const monday = 1;
const thursday = 4;

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));

/** The nth weekday of a month, for example the third Monday. */
function nthOf(year: number, month: number, weekday: number, nth: number): Date {
  const first = utc(year, month, 1).getUTCDay();
  return utc(year, month, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7);
}

function lastMondayOfMay(year: number): Date {
  const last = utc(year, 5, 31);
  return utc(year, 5, 31 - ((last.getUTCDay() - monday + 7) % 7));
}

/** A holiday on a Saturday is observed on Friday, and one on a Sunday on Monday. */
function observed(day: Date): Date {
  const shift = { 6: -1, 0: 1 }[day.getUTCDay()] ?? 0;
  return new Date(day.getTime() + shift * dayMs);
}

/** The federal holidays of a year under 5 U.S.C. 6103, as observed. */
function federalHolidays(year: number): Date[] {
  const fixed = [utc(year, 1, 1), utc(year, 6, 19), utc(year, 7, 4), utc(year, 11, 11), utc(year, 12, 25)];
  return [
    ...fixed.map(observed),
    nthOf(year, 1, monday, 3),
    nthOf(year, 2, monday, 3),
    lastMondayOfMay(year),
    nthOf(year, 9, monday, 1),
    nthOf(year, 10, monday, 2),
    nthOf(year, 11, thursday, 4),
  ];
}

export function isBusinessDay(day: Date): boolean {
  if (day.getUTCDay() === 0 || day.getUTCDay() === 6) return false;
  const year = day.getUTCFullYear();
  const midnight = utc(year, day.getUTCMonth() + 1, day.getUTCDate()).getTime();
  // New Year's Day of the next year may be observed on December 31.
  return ![...federalHolidays(year), ...federalHolidays(year + 1)].some((holiday) => holiday.getTime() === midnight);
}

/**
 * The moment at which this many full business days have passed since `from`, whose own day does not count. It is noon UTC of the
 * following day, because the last business day has then ended everywhere in the United States.
 */
export function afterBusinessDays(from: Date, days: number): Date {
  let day = utc(from.getUTCFullYear(), from.getUTCMonth() + 1, from.getUTCDate());
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + dayMs);
    if (isBusinessDay(day)) left -= 1;
  }
  return new Date(day.getTime() + 1.5 * dayMs);
}
