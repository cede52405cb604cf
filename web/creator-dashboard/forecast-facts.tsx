import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { Day } from '#web/ui/time-left.tsx';
import type { Fact } from './fact-list.tsx';

/** Whole dollars: cents would suggest a precision that an estimate does not have. */
const rounded = (cents: number) => formatMoney(Math.round(cents / 100) * 100);

function rangeText(lowCents: number, highCents: number): Text {
  const [low, high] = [rounded(lowCents), rounded(highCents)];
  return low === high ? t`about ${{ low }}` : t`${{ low }} to ${{ high }}`;
}

/** The creator's forecast for a pool: the collected sum, their share of it, and the payout date. */
export function forecastFacts({ expected, forecast, payoutBy, status }: CreatorRequest): Fact[] {
  const payout: Fact[] = payoutBy
    ? [[status === 'delivered' ? t`Paid out` : t`Paid out by`, <Day key="payout" at={payoutBy} />]]
    : [];
  if (!expected) return [[t`You receive`, formatMoney(forecast.netCents)], ...payout];
  return [
    [t`Likely collected`, rangeText(expected.lowCents, expected.highCents)],
    [t`You would receive`, rangeText(expected.lowNetCents, expected.highNetCents)],
    ...payout,
  ];
}

/** Explains the ranges of `forecastFacts`. */
export function forecastBasis(expected: CreatorRequest['expected']): Text | null {
  if (!expected) return null;
  const { chargeCount, unpaidCount } = expected;
  const basis =
    chargeCount === 0
      ? t`You have no charges yet, so we assume 1 in 20 won’t go through.`
      : unpaidCount === 0
        ? t`So far, all ${plural({ charges: chargeCount }, { one: '# charge', other: '# charges' })} in your latest pools were paid.`
        : t`In your latest pools, ${{ unpaidCount }} of ${plural({ charges: chargeCount }, { one: '# charge', other: '# charges' })} ${plural({ unpaid: unpaidCount }, { one: 'was never paid.', other: 'were never paid.' })}`;
  return sentences(
    t`Estimates allow for cards that fail, and are right about 80% of the time.`,
    basis,
    t`Your share is after the platform fee and card costs.`,
  );
}
