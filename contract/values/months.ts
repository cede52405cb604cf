import { currentFormats, type Text, verbatim } from '#contract/language/text.ts';

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`);

/** "November 2026" for "2026-11". */
export function monthName(month: string): Text {
  const [year = '', number] = month.split('-');
  return verbatim(currentFormats()?.date(startOf(month), 'month') ?? `${names[Number(number) - 1] ?? ''} ${year}`);
}

/** "Nov" for "2026-11", with the year in January: "Jan ’27". */
export function shortMonth(month: string): Text {
  const [year = '', number] = month.split('-');
  const isJanuary = number === '01';
  const formats = currentFormats();
  if (formats) return verbatim(formats.date(startOf(month), isJanuary ? 'shortMonthOfYear' : 'shortMonth'));
  const name = names[Number(number) - 1]?.slice(0, 3) ?? '';
  return verbatim(isJanuary ? `${name} ’${year.slice(2)}` : name);
}

/** "2026-12" for "2027-01". */
export function monthBefore(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - 1);
  return at.toISOString().slice(0, 7);
}
