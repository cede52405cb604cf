import { isIP } from 'node:net';
import { z } from 'zod';

/** How the text of an environment variable becomes a value, and what is said where it cannot. */
export function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

export function number(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
}

export function flag() {
  return z
    .enum(['1', '0', 'true', 'false', 'on', 'off'], { error: 'must be 1 or 0' })
    .transform((text) => text === '1' || text === 'true' || text === 'on');
}

const durationPattern = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds; undefined when the text is none. */
export function parseDuration(text: string): number | undefined {
  const match = durationPattern.exec(text);
  if (!match) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000);
}

export function duration() {
  return z.string().transform((text, issues) => {
    const ms = parseDuration(text);
    if (ms === undefined) {
      issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 duration such as PT48H or P7D' });
      return z.NEVER;
    }
    return ms;
  });
}

export function url(protocols: string[]) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a ${protocols.map((name) => name.replace(':', '')).join(' or ')} address`,
  });
}

export function proxies() {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((list) => list.every((part) => isIP(part.split('/')[0] ?? '') !== 0), {
      error: 'must be IP addresses or networks, separated by commas',
    });
}

export const text = (min: number, max: number) =>
  z.string().min(min, `needs at least ${min} characters`).max(max, `takes at most ${max} characters`);
