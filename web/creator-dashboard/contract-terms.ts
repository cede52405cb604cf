import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import { latinDigits } from '#contract/values/latin-digits.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { Dashboard } from './dashboard-data.ts';

export const dayMs = 24 * 60 * 60_000;

/** The terms that a creator sets to accept a pool, as entered. */
export interface Terms {
  days: string;
  floorCents: number | null;
  atCurrent: boolean;
  late: boolean;
}

export interface Faults {
  days?: Text;
  floor?: Text;
}

/** The longest time to deliver, in days. */
export const longestOf = (holding: Dashboard['holding']) => holding?.longestDeliveryDays ?? limits.deliveryDays.max;

/** The days that the creator entered; null if they are not allowed. */
export function daysIn(text: string, max: number): number | null {
  const digits = latinDigits(text).trim();
  const days = Number(digits);
  const { min } = limits.deliveryDays;
  return /^\d+$/.test(digits) && days >= min && days <= max ? days : null;
}

export function faultsOf(pool: CreatorRequest, terms: Terms, maxDays: number): Faults {
  const faults: Faults = {};
  if (daysIn(terms.days, maxDays) === null)
    faults.days = t`Delivery takes 1 to ${plural({ days: maxDays }, { one: '# day', other: '# days' })}`;
  if (terms.floorCents === null) faults.floor = t`Enter your floor in dollars`;
  else if (terms.floorCents > pool.fundingGoal) faults.floor = t`The floor can’t be higher than the goal.`;
  else if (isAnsweredBelowGoal(pool) && !mayStartNow(pool, terms.floorCents))
    faults.floor = t`Only ${{ amount: formatMoney(pool.pledgedAmount) }} is pledged now. Lower your floor, or wait for more pledges.`;
  return faults;
}

/** Whether the creator can start below the goal: the pledged amount covers the floor. */
export function mayStartNow(pool: CreatorRequest, floorCents: number | null): boolean {
  return pool.pledgedAmount < pool.fundingGoal && floorCents !== null && pool.pledgedAmount >= Math.max(1, floorCents);
}
