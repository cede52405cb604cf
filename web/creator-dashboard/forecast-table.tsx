import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { type Text, t } from '#contract/language/text.ts';
import { estimateCosts, splitFees } from '#contract/values/fees.ts';
import { formatDeduction, formatMoneyExact, formatPercent } from '#contract/values/money.ts';

/** Splits an amount into fee, card costs and the creator's share, in cents. */
export function forecastAt(pool: CreatorRequest, amountCents: number) {
  const costCents = amountCents > 0 ? estimateCosts(amountCents, pool.pledgedAmount, pool.fanCount) : 0;
  return splitFees(amountCents, pool.feePercent, costCents);
}

const cellLook = 'py-1 ps-2.5 text-end first:ps-0 first:text-start';

export interface ForecastColumn {
  label: Text;
  amountCents: number;
}

/** Compares the creator's share for several amounts. */
export function ForecastTable({ pool, columns }: { pool: CreatorRequest; columns: readonly ForecastColumn[] }) {
  const splits = columns.map(({ label, amountCents }) => ({ label, ...forecastAt(pool, amountCents) }));
  const row = (label: Text, cents: (split: (typeof splits)[number]) => number, minus?: boolean) => (
    <tr>
      <th scope="row" className={`${cellLook} font-medium text-muted`}>
        {label}
      </th>
      {splits.map((split) => (
        <td key={split.label} className={cellLook}>
          {(minus && cents(split) > 0 ? formatDeduction : formatMoneyExact)(cents(split))}
        </td>
      ))}
    </tr>
  );
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{t`What you would receive`}</caption>
      <thead>
        <tr>
          <td />
          {splits.map(({ label }) => (
            <th key={label} scope="col" className={`${cellLook} font-[650] text-muted`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(t`Fans pay`, (split) => split.paidCents)}
        {row(t`Platform fee, ${{ percent: formatPercent(pool.feePercent) }}`, (split) => split.platformFeeCents, true)}
        {row(t`Card costs (estimated)`, (split) => split.processorCostCents, true)}
      </tbody>
      <tfoot className="border-t border-line-strong">
        <tr>
          <th scope="row" className="pt-2.5 pb-1 text-start font-bold">{t`You receive`}</th>
          {splits.map(({ label, netCents }) => (
            <td
              key={label}
              className="pt-2.5 pb-1 ps-2.5 text-end font-display text-lg leading-[1.2] font-[750] normal-nums"
            >
              {formatMoneyExact(netCents)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
