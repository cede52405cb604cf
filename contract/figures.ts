/**
 * Counts as text, in the product's one language. By hand: the first `Intl` formatter on a page costs a phone a tenth of a second
 * before the page answers.
 */

/** A whole number with its thousands apart: "1,204". */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const units = ['K', 'M', 'B', 'T'];

/** A whole number where room is short, with two figures at least below ten units: "999", "1.2K", "12K", "1M". */
export function shortened(amount: number): string {
  let value = amount;
  let unit = '';
  for (const larger of units) {
    if (Math.round(value) < 1000) break;
    value /= 1000;
    unit = larger;
  }
  return unit && value < 10 ? `${Math.round(value * 10) / 10}${unit}` : `${Math.round(value)}${unit}`;
}

const sizes = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in decimal units, as disks are sold: "812 bytes", "4.2 MB". */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < sizes.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10} ${sizes[unit]}`;
}
