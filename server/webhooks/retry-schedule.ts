import { apiLimits } from '#contract/programs/api-limits.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

const delaysMs: readonly number[] = apiLimits.webhookRetryMs;
const jitter = 0.1;
const longestPauseMs = 24 * hours;
/** For an endpoint that is overloaded and names no time. */
const longestGuessMs = 5 * minutes;

/** Undefined after the last try. The jitter keeps the retries of one outage from coming back together. */
export function retryDelayMs(attempts: number, random = Math.random()): number | undefined {
  const delay = delaysMs[attempts - 1];
  return delay && Math.round(delay * (1 - jitter + 2 * jitter * random));
}

/** The dates of HTTP begin with the day. `Date.parse` takes other texts for dates, too: "-5" and "1.5" are in 2001. */
const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i;

/** The time of a Retry-After header, in seconds or as a date; undefined if it names no time that is still to come. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * seconds : date.test(text) ? Date.parse(text) - now : Number.NaN;
  return ms > 0 ? Math.min(ms, longestPauseMs) : undefined;
}

const overloaded = [429, 502, 504];

/** How long the whole endpoint gets nothing after a failure; 0 if only this delivery waits. */
export function pauseMs(
  { status, retryAfter }: { status: number | null; retryAfter?: string | undefined },
  attempts: number,
  now = Date.now(),
): number {
  if (status === null) return 0;
  const asked = retryAfterMs(retryAfter, now);
  if (asked !== undefined) return asked;
  return overloaded.includes(status) ? Math.min(delaysMs[attempts - 1] ?? longestGuessMs, longestGuessMs) : 0;
}
