const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// UTC so that the server and every browser print the same day.
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthDayYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

type Moment = string | number | Date;
const msOf = (moment: Moment) => (typeof moment === 'number' ? moment : new Date(moment).getTime());

/** "Nm ago" under 60 minutes, "Nh ago" under 24 hours, otherwise short month and day (specification 9). */
export function relativeTime(then: Moment, now: Moment = Date.now()): string {
  const age = Math.max(0, msOf(now) - msOf(then));
  if (age < hourMs) return `${Math.floor(age / minuteMs)}m ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)}h ago`;
  return shortDate(then);
}

/** "Nov 20", in UTC. */
export function shortDate(moment: Moment): string {
  return monthDay.format(msOf(moment));
}

/** "Nov 20, 2026", in UTC. */
export function fullDate(moment: Moment): string {
  return monthDayYear.format(msOf(moment));
}

/** What is left until then: "3 days", "1 day", "5 hours", "12 minutes"; null once it has passed. Rounded up, so it never reads 0. */
export function timeLeft(until: Moment, now: Moment = Date.now()): string | null {
  const left = msOf(until) - msOf(now);
  if (left <= 0) return null;
  if (left > 2 * dayMs) return count(Math.ceil(left / dayMs), 'day');
  if (left > 2 * hourMs) return count(Math.ceil(left / hourMs), 'hour');
  return count(Math.ceil(left / minuteMs), 'minute');
}

const plain = new Intl.NumberFormat('en-US');

/** A count with its noun: "1 fan", "1,204 fans". `plural` only where adding an s is wrong. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${plain.format(amount)} ${amount === 1 ? noun : plural}`;
}
