import { directionOf, type Locale } from './languages.ts';

/** Numbers, money, dates and lists as a language other than English writes them. English stays without `Intl`, which is slow to load. */
export interface Formats {
  /** A number with the separators of the language and so many decimals. */
  number(amount: number, decimals?: number): string;
  /** A short form of an integer: "1,2 Mio.". */
  shortened(amount: number): string;
  /** "42 %" for 42, with two decimals at most. */
  percent(percent: number): string;
  /** An amount in the currency's unit with so many decimals; without, with those of the currency. */
  money(amount: number, currency: string, decimals?: number): string;
  /** The cents of an amount as people type it, in the digits 0 to 9; null if it is none or could mean two amounts. */
  parseMoney(text: string): number | null;
  bytes(amount: number, unit: ByteUnit): string;
  /** A day in UTC. */
  date(moment: number, style: DateStyle): string;
  /** "vor 5 Min." for -5 and "minute". */
  relative(amount: number, unit: 'minute' | 'hour'): string;
  list(items: readonly string[], type: 'conjunction' | 'disjunction'): string;
  /** The name of a region or language by its code. Throws a RangeError for a code that is none. */
  nameOf(type: 'region' | 'language', code: string): string;
  /** Compares as the dictionaries of the language do. */
  compare(one: string, other: string): number;
}

export type ByteUnit = 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte' | 'terabyte';

const dateStyles = {
  /** Nov 20 */
  day: { month: 'short', day: 'numeric' },
  /** Nov 20, 2026 */
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  /** Nov 20, 2026, 2:05 PM UTC */
  time: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  /** November 2026 */
  month: { year: 'numeric', month: 'long' },
  /** Nov */
  shortMonth: { month: 'short' },
  /** Jan 2027 */
  shortMonthOfYear: { year: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateStyle = keyof typeof dateStyles;

/** Latin digits also in Arabic, because people copy amounts and codes. The pseudo language has the formats of English. */
const tags: Partial<Record<Locale, string>> = { ar: 'ar-u-nu-latn', 'en-XA': 'en' };

export const formatTagOf = (locale: Locale): string => tags[locale] ?? locale;

/** The formats of a language. Each formatter is created at its first use and kept. */
export function createFormats(locale: Locale): Formats {
  const tag = formatTagOf(locale);
  const isRtl = directionOf(locale) === 'rtl';
  const kept = new Map<string, unknown>();

  function keep<T>(key: string, create: () => T): T {
    const known = kept.get(key) as T | undefined;
    if (known !== undefined) return known;
    const created = create();
    kept.set(key, created);
    return created;
  }

  const numbers = (key: string, options: Intl.NumberFormatOptions) =>
    keep(`number ${key}`, () => new Intl.NumberFormat(tag, options));
  const names = (type: 'region' | 'language') => keep(`names ${type}`, () => new Intl.DisplayNames([tag], { type }));

  return {
    number: (amount, decimals = 0) =>
      numbers(`${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(amount),
    shortened: (amount) => numbers('short', { notation: 'compact' }).format(amount),
    percent: (percent) => numbers('percent', { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100),
    money(amount, currency, decimals) {
      const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      const text = numbers(`${currency} ${decimals}`, { style: 'currency', currency, ...digits }).format(amount);
      // Without the marks, a line from right to left writes "$US 10", and a negative amount in another order than the others.
      return isRtl ? `${text.replace('\u00a0', '\u200f\u00a0')}\u200e` : text;
    },
    parseMoney: (text) =>
      parseMoneyWith(
        text,
        keep('group', () => groupSignOf(tag)),
      ),
    bytes: (amount, unit) =>
      numbers(unit, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: 1,
      }).format(amount),
    date: (moment, style) =>
      keep(
        `date ${style}`,
        () =>
          new Intl.DateTimeFormat(tag, { ...dateStyles[style], timeZone: 'UTC' } satisfies Intl.DateTimeFormatOptions),
      ).format(moment),
    relative: (amount, unit) =>
      keep('relative', () => new Intl.RelativeTimeFormat(tag, { style: 'short' })).format(amount, unit),
    list: (items, type) => keep(`list ${type}`, () => new Intl.ListFormat(tag, { type })).format(items),
    nameOf: (type, code) => names(type).of(code) ?? code,
    compare: (one, other) => keep('collator', () => new Intl.Collator(tag, { numeric: true })).compare(one, other),
  };
}

/** The sign between thousands. Spanish writes it only from five digits on, so the number has more. */
function groupSignOf(tag: string): string {
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567);
  return parts.find(({ type }) => type === 'group')?.value.normalize('NFKC') ?? ' ';
}

/** Marks that only direct the text, and the signs of the dollar: "$", "US$", "$US". */
const aroundAmounts = /[\u061c\u200e\u200f\u2066-\u2069]|US\s*\$|\$\s*US|\$|USD/gi;

/**
 * A comma or a point is the decimal sign before one or two last digits, whatever the language, because keyboards follow the device. Before
 * three digits it separates thousands, and only the language's own sign does: "1,000" is refused in German, where it could be 1 or 1,000.
 */
function parseMoneyWith(text: string, group: string): number | null {
  const plain = text
    // The signs of Arabic have one meaning each, whatever the language.
    .replaceAll('٫', group === '.' ? ',' : '.')
    .replaceAll('٬', group)
    .replaceAll(aroundAmounts, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const match = /^(\d{1,10}|\d{1,3}(?:([ .,])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const [, digits = '', separator, decimalSign, decimals = ''] = match;
  if (separator !== undefined && separator !== ' ' && (separator !== group || separator === decimalSign)) return null;
  const cents = Number(digits.replaceAll(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}
