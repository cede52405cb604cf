import type { ByteUnit } from '#contract/language/formats.ts';
import { currentFormats, type Text, t, verbatim } from '#contract/language/text.ts';
import { formatPercent } from './money.ts';

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
