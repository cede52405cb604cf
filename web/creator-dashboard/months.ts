import { msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';

const names = [
  msg`January`,
  msg`February`,
  msg`March`,
  msg`April`,
  msg`May`,
  msg`June`,
  msg`July`,
  msg`August`,
  msg`September`,
  msg`October`,
  msg`November`,
  msg`December`,
];
const shortNames = [
  msg({ message: 'Jan', context: 'short name of a month' }),
  msg({ message: 'Feb', context: 'short name of a month' }),
  msg({ message: 'Mar', context: 'short name of a month' }),
  msg({ message: 'Apr', context: 'short name of a month' }),
  msg({ message: 'May', context: 'short name of a month' }),
  msg({ message: 'Jun', context: 'short name of a month' }),
  msg({ message: 'Jul', context: 'short name of a month' }),
  msg({ message: 'Aug', context: 'short name of a month' }),
  msg({ message: 'Sep', context: 'short name of a month' }),
  msg({ message: 'Oct', context: 'short name of a month' }),
  msg({ message: 'Nov', context: 'short name of a month' }),
  msg({ message: 'Dec', context: 'short name of a month' }),
];

const nameIn = (list: typeof names, number: string | undefined): Text => {
  const name = list[Number(number) - 1];
  return name ? textOf(name) : verbatim('');
};

/** "November 2026" for "2026-11". */
export function monthName(month: string): Text {
  const [year = '', number] = month.split('-');
  return t`${{ month: nameIn(names, number) }} ${{ year }}`;
}

/** "Nov" for "2026-11", with the year in January: "Jan ’27". */
export function shortMonth(month: string): Text {
  const [year = '', number] = month.split('-');
  const name = nameIn(shortNames, number);
  return number === '01' ? t`${{ month: name }} ’${{ year: year.slice(2) }}` : name;
}

/** "2026-12" for "2027-01". */
export function monthBefore(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - 1);
  return at.toISOString().slice(0, 7);
}
