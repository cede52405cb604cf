import { grouped } from './format-number.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Without `Intl`, as in figures.ts: date formatters are the slowest to create.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Moment = string | number | Date;
const msOf = (moment: Moment) => (typeof moment === 'number' ? moment : new Date(moment).getTime());

/** "Nm ago" under 60 minutes, from "0m ago"; "Nh ago" under 24 hours; otherwise short month and day (specification 9). The chat shows it. */
export function relativeTime(then: Moment, now: Moment = Date.now()): string {
  const age = Math.max(0, msOf(now) - msOf(then));
  if (age < hourMs) return `${Math.floor(age / minuteMs)}m ago`;
  if (age < dayMs) return `${Math.floor(age / hourMs)}h ago`;
  return shortDate(then);
}

/** As `relativeTime`, but "just now" under a minute. */
export const friendlyTime = (then: Moment, now: Moment = Date.now()): string =>
  msOf(now) - msOf(then) < minuteMs ? 'just now' : relativeTime(then, now);

/** "Nov 20", in UTC, so that the server and every browser print the same day. */
export function shortDate(moment: Moment): string {
  const day = new Date(msOf(moment));
  return `${months[day.getUTCMonth()]} ${day.getUTCDate()}`;
}

/** "Nov 20, 2026", in UTC. */
export function fullDate(moment: Moment): string {
  return `${shortDate(moment)}, ${new Date(msOf(moment)).getUTCFullYear()}`;
}

/** The time left: "3 days", "1 day", "5 hours", "12 minutes"; null once it has passed. Rounded up, so it never reads 0. */
export function timeLeft(until: Moment, now: Moment = Date.now()): string | null {
  const left = msOf(until) - msOf(now);
  if (left <= 0) return null;
  if (left > 2 * dayMs) return count(Math.ceil(left / dayMs), 'day');
  if (left > 2 * hourMs) return count(Math.ceil(left / hourMs), 'hour');
  return count(Math.ceil(left / minuteMs), 'minute');
}

/** A count with its noun: "1 fan", "1,204 fans". Give `plural` only if adding an s is wrong. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(amount)} ${amount === 1 ? noun : plural}`;
}
