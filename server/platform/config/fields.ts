import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { z } from 'zod';
import { allLocales, isLocale, type Locale } from '#contract/language/languages.ts';

/** A setting of the table in config.ts: how it is read, its default and what it means. */
export interface Setting<T> {
  readonly schema: z.ZodType<T, string>;
  readonly fallback: string | undefined;
  readonly description: string;
  readonly secret: boolean;
}

/** The parsed values of a table of settings. */
export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T : never;
};

export function setting<T>(fallback: string, schema: z.ZodType<T, string>, description: string): Setting<T> {
  return { schema, fallback, description, secret: false };
}

export function optional<T>(schema: z.ZodType<T, string>, description: string, secret = false): Setting<T | undefined> {
  return { schema: schema as z.ZodType<T | undefined, string>, fallback: undefined, description, secret };
}

/** Each function below parses the text of an environment variable and supplies the error message. */
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
    .enum(['1', '0', 'true', 'false', 'on', 'off'], { error: 'must be on or off' })
    .transform((text) => text === '1' || text === 'true' || text === 'on');
}

const durationPattern = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds; undefined if the text is not a duration. */
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

const sizeUnits: Record<string, number> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** The number of bytes in a size with decimal units, as disk vendors and our pages use: "500MB", "1.5 GB", "2TB". */
export function size() {
  return z.string().transform((text, issues) => {
    const [, amount, unit = ''] = /^(\d+(?:\.\d+)?) ?(MB|GB|TB)$/.exec(text) ?? [];
    const bytes = Math.round(Number(amount) * (sizeUnits[unit] ?? Number.NaN));
    if (!Number.isSafeInteger(bytes)) {
      issues.addIssue({ code: 'custom', message: 'must be a size such as 500MB, 1.5GB or 2TB' });
      return z.NEVER;
    }
    return bytes;
  });
}

export function url(protocols: string[]) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a ${protocols.map((name) => name.replace(':', '')).join(' or ')} URL`,
  });
}

export function proxies() {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((list) => list.every((part) => isIP(part.split('/')[0] ?? '') !== 0 && isRange(part)), {
      error: 'must be IP addresses or networks, separated by commas',
    });
}

/** Whether Fastify accepts the prefix length or netmask. */
function isRange(part: string): boolean {
  try {
    proxyAddress.compile(part);
    return true;
  } catch {
    return false;
  }
}

/** Bearer tokens, separated by commas: the old and the new one while an operator rotates it. */
export const tokens = () =>
  z
    .string()
    .transform((list) => list.split(',').map((token) => token.trim()))
    .refine((list) => list.every((token) => token.length >= 16 && token.length <= 200), {
      error: 'needs tokens of 16 to 200 characters, separated by commas',
    });

export const text = (min: number, max: number) =>
  z.string().min(min, `needs at least ${min} characters`).max(max, `takes at most ${max} characters`);

/** Languages by their tag, English first. */
export function locales() {
  return z.string().transform((text, issues): Locale[] => {
    const tags = text.split(',').map((tag) => tag.trim());
    const unknown = tags.filter((tag) => !isLocale(tag));
    if (unknown.length > 0) issues.addIssue(`names ${unknown.join(', ')}; known are ${allLocales.join(', ')}`);
    return [...new Set<Locale>(['en', ...tags.filter(isLocale)])];
  });
}
