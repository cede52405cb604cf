import type { MoneyMonth } from '#contract/admin/money.ts';

const columns: readonly [title: string, field: Exclude<keyof MoneyMonth, 'month'>][] = [
  ['Charged', 'charged'],
  ['Refunded', 'refunded'],
  ['Released', 'released'],
  ['Platform fees', 'fees'],
  ['Card costs', 'cardCosts'],
  ['Paid out', 'paidOut'],
];

/** The months as CSV (RFC 4180) in dollars, the oldest first. */
export function monthsCsv(months: readonly MoneyMonth[]): string {
  const head = ['Month (UTC)', ...columns.map(([title]) => `${title} (USD)`)];
  const rows = months
    .toReversed()
    .map((month) => [month.month, ...columns.map(([, field]) => (month[field] / 100).toFixed(2))]);
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
