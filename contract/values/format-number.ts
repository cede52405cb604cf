import type { ByteUnit } from '#contract/language/formats.ts';
import { grouped } from '#contract/language/grouped.ts';
import { currentFormats, type Text, t, verbatim } from '#contract/language/text.ts';
import { formatPercent } from './money.ts';

/** Numbers as text. English does without `Intl`, as `grouped` does. */

/** A number with the separators between thousands: "1,204". Decimals only below a thousand. */
export const formatNumber = (amount: number, decimals = 0): Text =>
  verbatim(currentFormats()?.number(amount, decimals) ?? (decimals > 0 ? amount.toFixed(decimals) : grouped(amount)));

const units = ['K', 'M', 'B', 'T'];

/** A short form of an integer, with one decimal below ten units: "999", "1.2K", "12K", "1M". */
export function shortened(amount: number): Text {
  const formats = currentFormats();
  if (formats) return verbatim(formats.shortened(amount));
  let value = amount;
  let unit = '';
  for (const larger of units) {
    if (Math.round(value) < 1000) break;
    value /= 1000;
    unit = larger;
  }
  return verbatim(`${unit && value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}${unit}`);
}

const sizes = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const byteUnits: readonly ByteUnit[] = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Bytes in decimal units: "812 bytes", "4.2 MB". */
export function formatBytes(bytes: number): Text {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < sizes.length - 1) {
    size /= 1000;
    unit++;
  }
  const amount = unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10;
  return verbatim(currentFormats()?.bytes(amount, byteUnits[unit] ?? 'byte') ?? `${amount} ${sizes[unit]}`);
}

/** A share in whole percent, rounded down: "0%", "Less than 1%", "42%". Above the whole it exceeds 100%. */
export function formatShare(part: number, whole: number): Text {
  if (part <= 0) return formatPercent(0);
  const percent = Math.floor((100 * part) / Math.max(1, whole));
  return percent === 0 ? t`Less than 1%` : formatPercent(percent);
}
