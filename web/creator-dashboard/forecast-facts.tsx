import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { Day } from '#web/ui/time-left.tsx';
import type { Fact } from './fact-list.tsx';

/** Whole dollars: cents would suggest a precision that an estimate does not have. */
const rounded = (cents: number) => formatMoney(Math.round(cents / 100) * 100);

function rangeText(lowCents: number, highCents: number): string {
  const [low, high] = [rounded(lowCents), rounded(highCents)];
  return low === high ? `about ${low}` : `${low} to ${high}`;
}

/** The creator's forecast for a pool: the collected sum, their share of it, and the payout date. */
export function forecastFacts({ expected, forecast, payoutBy, status }: CreatorRequest): Fact[] {
  const payout: Fact[] = payoutBy
    ? [[status === 'delivered' ? 'Paid out' : 'Paid out by', <Day key="payout" at={payoutBy} />]]
    : [];
  if (!expected) return [['You receive', formatMoney(forecast.netCents)], ...payout];
  return [
    ['Likely collected', rangeText(expected.lowCents, expected.highCents)],
    ['You would receive', rangeText(expected.lowNetCents, expected.highNetCents)],
    ...payout,
  ];
}

/** Explains the ranges of `forecastFacts` in one sentence. */
export function forecastBasis(expected: CreatorRequest['expected']): string {
  if (!expected) return '';
  const { chargeCount, unpaidCount } = expected;
  const basis =
    chargeCount === 0
      ? 'You have no charges yet, so we assume 1 in 20 won’t go through.'
      : unpaidCount === 0
        ? `So far, all ${count(chargeCount, 'charge')} in your latest pools were paid.`
        : `In your latest pools, ${unpaidCount} of ${count(chargeCount, 'charge')} ${unpaidCount === 1 ? 'was' : 'were'} never paid.`;
  return `Estimates allow for cards that fail, and are right about 80% of the time. ${basis} Your share is after the platform fee and card costs.`;
}
