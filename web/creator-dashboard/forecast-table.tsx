import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { estimateCosts, splitFees } from '#contract/values/fees.ts';
import { formatMoneyExact } from '#contract/values/money.ts';

/** Splits an amount into fee, card costs and the creator's share, in cents. */
export function forecastAt(pool: CreatorRequest, amountCents: number) {
  const costCents = amountCents > 0 ? estimateCosts(amountCents, pool.pledgedAmount, pool.fanCount) : 0;
  return splitFees(amountCents, pool.feePercent, costCents);
}

export interface ForecastColumn {
  label: string;
  amountCents: number;
}

/** Compares the creator's share for several amounts. */
export function ForecastTable({ pool, columns }: { pool: CreatorRequest; columns: readonly ForecastColumn[] }) {
  const splits = columns.map(({ label, amountCents }) => ({ label, ...forecastAt(pool, amountCents) }));
  const row = (label: string, cents: (split: (typeof splits)[number]) => number, minus?: boolean) => (
    <tr>
      <th scope="row">{label}</th>
      {splits.map((split) => (
        <td key={split.label}>{`${minus && cents(split) > 0 ? '−' : ''}${formatMoneyExact(cents(split))}`}</td>
      ))}
    </tr>
  );
  return (
    <table className="dashboard-forecast">
      <caption className="sr-only">What you would receive</caption>
      <thead>
        <tr>
          <td />
          {splits.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('Fans pay', (split) => split.paidCents)}
        {row(`Platform fee, ${pool.feePercent}%`, (split) => split.platformFeeCents, true)}
        {row('Card costs (estimated)', (split) => split.processorCostCents, true)}
      </tbody>
      <tfoot>{row('You receive', (split) => split.netCents)}</tfoot>
    </table>
  );
}
