import type { Message } from '#contract/language/text.ts';
export type CsvValue = string | number | boolean | null;

export interface CsvColumn<Item> {
  /** A message where people other than admins read the file. */
  header: string | Message;
  value: (item: Item) => CsvValue;
}

/** A text that starts with one of these is a formula to Excel, LibreOffice and Google Sheets. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A negative amount starts like a formula but is not one. */
const isNumber = /^-\d+(\.\d+)?$/;
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/**
 * One cell. A text that a spreadsheet would run as a formula gets a leading apostrophe (OWASP, "CSV Injection"). Numbers come from us and
 * stay numbers, also negative ones.
 */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string' || isNumber.test(value)) return String(value);
  const safe = startsFormula.test(value.trimStart()) || startsFormula.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of RFC 4180, with its line break. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Integer cents as a decimal number of dollars, for a column whose header names the currency. */
export function csvMoney(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}
