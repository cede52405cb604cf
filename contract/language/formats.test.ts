import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#contract/language/text.ts';
import { formatBytes, formatShare } from '#contract/values/format-bytes.ts';
import { formatNumber, shortened } from '#contract/values/format-number.ts';
import { nameOfLanguage } from '#contract/values/languages.ts';
import {
  formatCurrency,
  formatDeduction,
  formatMoney,
  formatMoneyExact,
  formatPercent,
  parseMoney,
  percentageText,
} from '#contract/values/money.ts';
import { nameOfCountry } from '#contract/values/payout-countries.ts';
import { fullDate, relativeTime, shortDate } from '#contract/values/time.ts';
import { foreignTime } from '#contract/values/time-phrases.ts';
import { speakEnglish } from '#testing/language.ts';
import { createLanguage } from './create-language.ts';
import { allLocales, type Locale } from './languages.ts';
import { compareNames, formatItems, formatList } from './lists.ts';

// cspell:ignore Japanisch Allemagne japonais hace Alemania Alemanha

const speakIn = (locale: Locale) => {
  const language = locale === 'en' ? undefined : createLanguage(locale, {});
  setLanguage(() => language);
};
afterEach(speakEnglish);

const others = allLocales.filter((locale) => locale !== 'en');
/** Without the marks that only direct the text, and with plain spaces. */
const plain = (text: string | undefined) =>
  text?.replaceAll(/[\u061c\u200e\u200f]/g, '').replaceAll(/[\u00a0\u202f]/g, ' ');

const nov20 = Date.UTC(2026, 10, 20, 14, 5);
const minuteMs = 60_000;

describe.each([
  {
    locale: 'de',
    money: ['10 $', '10,50 $', '-1.234,50 $', '1.000.000,00 $', '10,00 €', '1.000 ¥'],
    numbers: ['1.234', '1,2 Mio.', '4,2 MB', '812 Byte', '42 %', '2,9 %', '<1 %'],
    dates: ['20. Nov.', '20. Nov. 2026', '20. Nov. 2026, 14:05 UTC', 'vor 5 Min.', 'vor 3 Std.', 'vor 0 Min.'],
    lists: ['A und B', 'A, B oder C', 'A und B', 'Deutschland', 'Japanisch'],
  },
  {
    locale: 'fr',
    money: ['10 $US', '10,50 $US', '-1 234,50 $US', '1 000 000,00 $US', '10,00 €', '1 000 JPY'],
    numbers: ['1 234', '1,2 M', '4,2 Mo', '812 octets', '42 %', '2,9 %', '<1 %'],
    dates: ['20 nov.', '20 nov. 2026', '20 nov. 2026, 14:05 UTC', 'il y a 5 min', 'il y a 3 h', 'il y a 0 min'],
    lists: ['A et B', 'A, B ou C', 'A et B', 'Allemagne', 'japonais'],
  },
  {
    locale: 'es',
    money: ['10 US$', '10,50 US$', '-1234,50 US$', '1.000.000,00 US$', '10,00 €', '1000 JPY'],
    numbers: ['1234', '1,2 M', '4,2 MB', '812 bytes', '42 %', '2,9 %', '<1 %'],
    dates: ['20 nov', '20 nov 2026', '20 nov 2026, 14:05 UTC', 'hace 5 min', 'hace 3 h', 'hace 0 min'],
    lists: ['A y B', 'A, B o C', 'A y B', 'Alemania', 'japonés'],
  },
  {
    locale: 'pt-BR',
    money: ['US$ 10', 'US$ 10,50', '-US$ 1.234,50', 'US$ 1.000.000,00', '€ 10,00', 'JP¥ 1.000'],
    numbers: ['1.234', '1,2 mi', '4,2 MB', '812 bytes', '42%', '2,9%', '<1%'],
    dates: ['20 de nov.', '20 de nov. de 2026', '20 de nov. de 2026, 14:05 UTC', 'há 5 min.', 'há 3 h', 'há 0 min.'],
    lists: ['A e B', 'A, B ou C', 'A e B', 'Alemanha', 'japonês'],
  },
  {
    locale: 'ar',
    money: ['10 US$', '10.50 US$', '-1,234.50 US$', '1,000,000.00 US$', '10.00 €', '1,000 JP¥'],
    numbers: ['1,234', '1.2 مليون', '4.2 م.ب', '812 بايت', '42%', '2.9%', '<1%'],
    dates: ['20 نوفمبر', '20 نوفمبر 2026', '20 نوفمبر 2026، 2:05 م UTC', 'قبل 5 دقائق', 'قبل 3 ساعات', 'قبل 0 دقيقة'],
    lists: ['A وB', 'A أو B أو C', 'A وB', 'ألمانيا', 'اليابانية'],
  },
  {
    locale: 'ja',
    money: ['$10', '$10.50', '-$1,234.50', '$1,000,000.00', '€10.00', '￥1,000'],
    numbers: ['1,234', '120万', '4.2 MB', '812 バイト', '42%', '2.9%', '<1%'],
    dates: ['11月20日', '2026年11月20日', '2026年11月20日 14:05 UTC', '5 分前', '3 時間前', '0 分前'],
    lists: ['A、B', 'A、B、またはC', 'A、B', 'ドイツ', '日本語'],
  },
] as const)('formats in $locale', ({ locale, money, numbers, dates, lists }) => {
  it('writes amounts, numbers, dates and lists as its readers do', () => {
    speakIn(locale);
    expect(
      [
        formatMoney(10_00),
        formatMoney(10_50),
        formatMoneyExact(-1_234_50),
        formatMoneyExact(1_000_000_00),
        formatCurrency(10_00, 'EUR'),
        formatCurrency(1000, 'JPY'),
      ].map(plain),
    ).toEqual(money);
    expect(
      [
        formatNumber(1234),
        shortened(1_200_000),
        formatBytes(4_200_000),
        formatBytes(812),
        formatShare(42, 100),
        formatPercent(2.9),
        percentageText(1, 1000),
      ].map(plain),
    ).toEqual(numbers);
    const since = (ms: number) => relativeTime(nov20 - ms, nov20);
    expect(
      [shortDate(nov20), fullDate(nov20), foreignTime(nov20), since(5 * minuteMs), since(200 * minuteMs), since(0)].map(
        plain,
      ),
    ).toEqual(dates);
    expect([
      formatList(['A', 'B']),
      formatList(['A', 'B', 'C'], 'disjunction'),
      formatItems(['A', 'B']),
      nameOfCountry('DE'),
      nameOfLanguage('ja'),
    ]).toEqual(lists);
  });
});

it('keeps English as it is', () => {
  expect([formatMoney(1_234_50), formatNumber(1234), fullDate(nov20), relativeTime(nov20 - minuteMs, nov20)]).toEqual([
    '$1,234.50',
    '1,234',
    'Nov 20, 2026',
    '1m ago',
  ]);
  expect(foreignTime(nov20)).toBeUndefined();
  expect([
    formatList(['A', 'B']),
    formatList(['A', 'B', 'C'], 'disjunction'),
    formatList(['A']),
    formatList([]),
  ]).toEqual(['A and B', 'A, B, or C', 'A', '']);
});

describe('amounts that people type', () => {
  const cents = [
    0, 1, 9, 10, 99, 100, 105, 500, 1000, 1050, 99_999, 100_000, 123_456, 1_000_000, 123_456_78, 999_999_999_99,
  ];

  it.each(allLocales)('in %s are read as they are written', (locale) => {
    speakIn(locale);
    for (const amount of cents) expect([amount, parseMoney(formatMoneyExact(amount))]).toEqual([amount, amount]);
    for (const amount of cents) expect([amount, parseMoney(formatMoney(amount))]).toEqual([amount, amount]);
  });

  it.each(allLocales)('in one language are never another amount in %s', (reader) => {
    const written = allLocales.flatMap((writer) => {
      speakIn(writer);
      return cents.flatMap((amount) => [
        [amount, formatMoney(amount)] as const,
        [amount, formatMoneyExact(amount)] as const,
      ]);
    });
    speakIn(reader);
    for (const [amount, text] of written) expect([amount, null]).toContain(parseMoney(text));
  });

  it.each(others)('with a comma or a point before the cents are clear in %s', (locale) => {
    speakIn(locale);
    for (const text of ['10,50', '10.50', ' 10,5 ', '$10.50', '10,50 $', 'US$ 10,50', '１０．５０'])
      expect([text, parseMoney(text)]).toEqual([text, 10_50]);
    expect(parseMoney('10')).toBe(10_00);
    expect(parseMoney('1 000')).toBe(1000_00);
    for (const text of ['', '10,', '1,00,000', '10 50', '-10', 'ten', '1,000.000', '1 0000'])
      expect([text, parseMoney(text)]).toEqual([text, null]);
  });

  it('refuses the separator of another language before thousands, which could be one dollar', () => {
    for (const locale of ['de', 'es', 'pt-BR'] as const) {
      speakIn(locale);
      expect(['1.000', '1.000,50', '1,000', '1.000.50'].map(parseMoney)).toEqual([1000_00, 1000_50, null, null]);
    }
    speakIn('fr');
    expect(['1 000,50', '1\u202f000', '1.000', '1,000'].map(parseMoney)).toEqual([1000_50, 1000_00, null, null]);
    for (const locale of ['ar', 'ja'] as const) {
      speakIn(locale);
      expect(['1,000', '1,000.50', '1.000', '1,000,50'].map(parseMoney)).toEqual([1000_00, 1000_50, null, null]);
    }
    speakEnglish();
    expect(['1,000', '1.000', '10,50'].map(parseMoney)).toEqual([1000_00, null, null]);
  });

  it('may have the digits of other scripts', () => {
    for (const locale of others) {
      speakIn(locale);
      // The decimal sign of Arabic is no separator of thousands in German, and a raised 2 is no digit.
      expect(['١٬٠٠٠٫٥٠', '١٫٥', '1٫500', '5²', '½'].map(parseMoney)).toEqual([1000_50, 1_50, null, null, null]);
    }
    speakIn('ar');
    expect(['١٠', '١٬٠٠٠٫٥٠', '۱۲٫۵', '１，０００'].map(parseMoney)).toEqual([10_00, 1000_50, 12_50, 1000_00]);
  });
});

it('sorts names as the dictionaries of the language do', () => {
  const names = ['Zoe', 'Öland', 'Ärger', 'adam', 'Otto'];
  speakIn('de');
  expect([...names].sort(compareNames)).toEqual(['adam', 'Ärger', 'Öland', 'Otto', 'Zoe']);
});

it('keeps the letters of the dollar together in Arabic, and each amount in the same order', () => {
  speakIn('ar');
  // Right-to-left marks place the amount, left-to-right marks hold its parts together.
  expect(formatMoneyExact(10_50)).toBe('\u200f10.50\u200f\u00a0US$\u200e');
  expect(formatDeduction(10_50)).toBe('\u200f\u200e−10.50\u200f\u00a0US$\u200e');
});

it('writes no sign before zero, and a minus sign before what is taken away', () => {
  speakIn('de');
  expect([formatMoneyExact(-0), formatDeduction(0), formatDeduction(5_00)].map(plain)).toEqual([
    '0,00 $',
    '0,00 $',
    '−5,00 $',
  ]);
  speakEnglish();
  expect(formatDeduction(5_00)).toBe('−$5.00');
});
