import { type LedgerTotals, noTotals } from '#contract/checkpoint.ts';

const names = Object.keys(noTotals) as (keyof LedgerTotals)[];

export function addTotals(a: LedgerTotals, b: LedgerTotals): LedgerTotals {
  const sum = { ...noTotals };
  for (const name of names) sum[name] = a[name] + b[name];
  return sum;
}

/** The total that differs first; undefined if all are equal. */
export function differingTotal(a: LedgerTotals, b: LedgerTotals): keyof LedgerTotals | undefined {
  return names.find((name) => a[name] !== b[name]);
}

/** Maps entries to totals, with their sign: the same rules as `sumTotals` in SQL. */
const rules: readonly [total: keyof LedgerTotals, sign: 1 | -1, (account: string, kind: string) => boolean][] = [
  ['charged', 1, (account, kind) => account === 'clearing' && kind === 'charge'],
  ['refunded', -1, (account, kind) => account === 'clearing' && kind === 'refund'],
  ['paidOut', -1, (account, kind) => account === 'clearing' && kind === 'payout_settled'],
  ['held', -1, (account) => account.startsWith('held:')],
  ['payable', -1, (account) => account.startsWith('creator_payable:')],
  ['inTransit', -1, (account) => account === 'payout_in_transit'],
  ['fees', -1, (account) => account === 'platform_fees'],
  ['cardCosts', -1, (account, kind) => account === 'processor_costs' && kind === 'release'],
];

/** The amounts that one journal adds to the totals. */
export function totalsOf(kind: string, entries: readonly (readonly [string, number])[]): LedgerTotals {
  const sum = { ...noTotals };
  for (const [account, cents] of entries) {
    for (const [total, sign, counts] of rules) if (counts(account, kind)) sum[total] += sign * cents;
  }
  return sum;
}
