import { grouped } from '#contract/language/grouped.ts';
import { currentFormats, type Text, verbatim } from '#contract/language/text.ts';

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
