import { currentFormats, plural, type Text, t, verbatim } from '#contract/language/text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Without `Intl`, as in figures.ts: date formatters are the slowest to create.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Moment = string | number | Date;
const msOf = (moment: Moment) => (typeof moment === 'number' ? moment : new Date(moment).getTime());

/** "Nm ago" under 60 minutes, from "0m ago"; "Nh ago" under 24 hours; otherwise short month and day (specification 9). The chat shows it. */
export function relativeTime(then: Moment, now: Moment = Date.now()): Text {
  const age = Math.max(0, msOf(now) - msOf(then));
  if (age >= dayMs) return shortDate(then);
  const [amount, unit] =
    age < hourMs ? [Math.floor(age / minuteMs), 'minute' as const] : [Math.floor(age / hourMs), 'hour' as const];
  return verbatim(currentFormats()?.relative(-amount, unit) ?? `${amount}${unit.charAt(0)} ago`);
}

/** As `relativeTime`, but "just now" under a minute. */
export const friendlyTime = (then: Moment, now: Moment = Date.now()): Text =>
  msOf(now) - msOf(then) < minuteMs ? t`just now` : relativeTime(then, now);

/** "Nov 20", in UTC, so that the server and every browser print the same day. */
export function shortDate(moment: Moment): Text {
  const formats = currentFormats();
  if (formats) return verbatim(formats.date(msOf(moment), 'day'));
  const day = new Date(msOf(moment));
  return verbatim(`${months[day.getUTCMonth()]} ${day.getUTCDate()}`);
}

/** "Nov 20, 2026", in UTC. */
export function fullDate(moment: Moment): Text {
  const formats = currentFormats();
  if (formats) return verbatim(formats.date(msOf(moment), 'date'));
  return verbatim(`${shortDate(moment)}, ${new Date(msOf(moment)).getUTCFullYear()}`);
}

/** A length of time in its largest unit, rounded up, so that it never reads 0. */
export function inUnits(ms: number): { days: number } | { hours: number } | { minutes: number } {
  if (ms > 2 * dayMs) return { days: Math.ceil(ms / dayMs) };
  return ms > 2 * hourMs ? { hours: Math.ceil(ms / hourMs) } : { minutes: Math.ceil(ms / minuteMs) };
}

/** The time left: "3 days", "1 day", "5 hours", "12 minutes"; null once it has passed. Not after a preposition: see `remainingTime`. */
export function timeLeft(until: Moment, now: Moment = Date.now()): Text | null {
  const left = msOf(until) - msOf(now);
  if (left <= 0) return null;
  const time = inUnits(left);
  if ('days' in time) return t`${plural({ days: time.days }, { one: '# day', other: '# days' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: '# hour', other: '# hours' })}`;
  return t`${plural({ minutes: time.minutes }, { one: '# minute', other: '# minutes' })}`;
}

/**
 * "3 days left"; null once the time has passed. Whole phrases, like those in time-phrases.ts, because words for days and hours change after a
 * preposition in many languages.
 */
export function remainingTime(until: Moment, now: Moment = Date.now()): Text | null {
  const left = msOf(until) - msOf(now);
  if (left <= 0) return null;
  const time = inUnits(left);
  if ('days' in time) return t`${plural({ days: time.days }, { one: '# day left', other: '# days left' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: '# hour left', other: '# hours left' })}`;
  return t`${plural({ minutes: time.minutes }, { one: '# minute left', other: '# minutes left' })}`;
}
