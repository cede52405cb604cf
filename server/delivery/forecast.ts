import { estimateCosts, type FeeSplit, splitFees } from '#contract/fees.ts';
import type { PoolStatus } from '#contract/pools.ts';
import type { Paid } from '#server/money/read-paid.ts';
import type { PoolRow } from '#server/pools/pool.ts';

const estimatedStates: readonly PoolStatus[] = ['in_review', 'open', 'goal_met', 'accepted', 'collecting'];

type Forecasted = Pick<PoolRow, 'status' | 'goalCents' | 'pledgedCents' | 'fanCount' | 'atCurrentAmount'>;

/** Estimates the creator's income from a pool: before the charges from the goal or the pledges above it, afterwards from what was paid. */
export function forecastOf(
  pool: Forecasted,
  feePercent: number,
  paid: Paid | undefined,
): FeeSplit & { estimated: boolean } {
  if (!estimatedStates.includes(pool.status)) {
    const { paidCents, costCents } = paid ?? { paidCents: 0, costCents: 0 };
    return { ...splitFees(paidCents, feePercent, costCents), estimated: false };
  }
  const settled = pool.status === 'collecting' || (pool.status === 'accepted' && pool.atCurrentAmount);
  const amountCents = settled ? pool.pledgedCents : Math.max(pool.goalCents, pool.pledgedCents);
  const costCents = estimateCosts(amountCents, pool.pledgedCents, pool.fanCount);
  return { ...splitFees(amountCents, feePercent, costCents), estimated: true };
}
