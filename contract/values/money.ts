import { grouped } from '#contract/language/grouped.ts';
import { currentFormats, type Text, verbatim } from '#contract/language/text.ts';
import { latinDigits } from './latin-digits.ts';

/** Integer US cents everywhere; these are the only places where cents meet text or percentages. */

function dollars(cents: number, decimals: boolean): Text {
  const formats = currentFormats();
  // `Intl` writes the sign of -0, too.
  if (formats) return verbatim(formats.money((cents || 0) / 100, 'USD', decimals ? 2 : 0));
  const amount = Math.abs(cents);
  const fraction = decimals ? `.${String(amount % 100).padStart(2, '0')}` : '';
  return verbatim(`${cents < 0 ? '-' : ''}$${grouped(Math.floor(amount / 100))}${fraction}`);
}

/** Cents as text: "$10" for whole dollars, "$10.50" otherwise. */
export function formatMoney(cents: number): Text {
  return dollars(cents, cents % 100 !== 0);
}

/** Cents as text with both decimals, for receipts and tables. */
export function formatMoneyExact(cents: number): Text {
  return dollars(cents, true);
}

/** Cents that are taken away, with both decimals: "−$10.50". */
export function formatDeduction(cents: number): Text {
  const formats = currentFormats();
  // The language places the sign: before an amount from right to left, it would move behind.
  return verbatim(
    formats ? formats.money((-cents || 0) / 100, 'USD', 2).replace('-', '−') : `−${formatMoneyExact(cents)}`,
  );
}

/** As `formatMoney`, without the sign of the currency: "10", "10.50". For fields, which show the sign beside the text. */
export function formatAmount(cents: number): Text {
  const formats = currentFormats();
  return verbatim(formats ? formats.number(cents / 100, cents % 100 === 0 ? 0 : 2) : formatMoney(cents).slice(1));
}

/**
 * Parses "10", "$1,000.50" or "10.5", or the spelling of the language of the moment, as cents. Null for anything else, more than two
 * decimals, and unsafe integers.
 */
export function parseMoney(text: string): number | null {
  // "5²" would become 52.
  if (/\p{No}/u.test(text)) return null;
  const digits = latinDigits(text).trim();
  const formats = currentFormats();
  if (formats) return formats.parseMoney(digits);
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(digits);
  if (!match) return null;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const cents = Number((match[2] ?? '').padEnd(2, '0') || '0');
  const total = whole * 100 + cents;
  return Number.isSafeInteger(total) ? total : null;
}

/** A share of cents by percent (two decimals at most), rounded half up to a whole cent. Integer arithmetic only. */
export function percentOf(cents: number, percent: number): number {
  const hundredths = Math.round(percent * 100);
  return Number((BigInt(cents) * BigInt(hundredths) + 5000n) / 10000n);
}

/** Part over whole as an uncapped integer percentage, rounded down; 0 if the whole is 0. */
export function percentage(part: number, total: number): number {
  return total > 0 ? Math.floor((part * 100) / total) : 0;
}

/** A percentage as text: "5%", "2.9%". */
export const formatPercent = (percent: number): Text => verbatim(currentFormats()?.percent(percent) ?? `${percent}%`);

/** The percentage as text: "70%", and "<1%" for a nonzero part that rounds down to 0. */
export function percentageText(part: number, total: number): Text {
  const whole = percentage(part, total);
  return whole === 0 && part > 0 && total > 0 ? verbatim(`<${formatPercent(1)}`) : formatPercent(whole);
}

/** The smallest visible fill: six pixels of the meter on a card. */
const leastFill = 0.02;

/** The filled share of a meter, 0 to 1. Any nonzero part is visible. */
export function fillOf(cents: number, goalCents: number): number {
  if (cents <= 0 || goalCents <= 0) return 0;
  return Math.min(1, Math.max(leastFill, cents / goalCents));
}

/** An amount in the smallest unit of a currency as text: "€10.00" for 1000 and "EUR", "¥1,000" for 1000 and "JPY". */
export function formatCurrency(amount: number, currency: string): Text {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const units = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  return verbatim(currentFormats()?.money(units, currency) ?? format.format(units));
}
