import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { SavedCard } from '#contract/pledges/pledges.ts';
import { formatMoney } from '#contract/values/money.ts';

/** The saved cards that can pay for a pool, newest first. */
export const cardsFor = ({ adult }: { adult: boolean }, cards: readonly SavedCard[]) =>
  cards.filter(({ pools }) => pools !== (adult ? 'other' : 'adult'));

export const cardText = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): Text =>
  t`${{ cardBrand: brand.charAt(0).toUpperCase() + brand.slice(1) }} ending ${{ lastDigits: last4 }}`;

/** The error message for an amount; undefined if it is valid. */
export function amountError(cents: number | null, minCents: number): Text | undefined {
  if (cents === null) return t`Enter an amount, such as 15 or 7.50`;
  if (cents < minCents) return t`The minimum pledge is ${{ amount: formatMoney(minCents) }}`;
  if (cents > limits.pledgeCents.max)
    return t`The maximum pledge is ${{ amount: formatMoney(limits.pledgeCents.max) }}`;
  return undefined;
}

/** Three amounts to choose from: $5, $10 and $25 unless this installation's minimum is above the first. */
export function amountChoices(minCents: number): readonly [number, number, number] {
  return minCents <= 500 ? [500, 1000, 2500] : [minCents, minCents * 2, minCents * 5];
}
