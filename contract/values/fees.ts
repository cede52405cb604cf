/** The platform fee and the processor's costs, in integer cents. */

import { percentOf } from './money.ts';

export interface FeeSplit {
  paidCents: number;
  platformFeeCents: number;
  processorCostCents: number;
  netCents: number;
}

/**
 * The creator's share of the paid sum. Never negative: if fee and costs exceed the paid sum, the platform first waives its fee
 * and then bears the rest of the costs. The three parts always add up to the paid sum.
 */
export function splitFees(paidCents: number, feePercent: number, costCents: number): FeeSplit {
  const processorCostCents = Math.min(costCents, paidCents);
  const platformFeeCents = Math.min(percentOf(paidCents, feePercent), paidCents - processorCostCents);
  const netCents = paidCents - platformFeeCents - processorCostCents;
  return { paidCents, platformFeeCents, processorCostCents, netCents };
}

/** The usual processor cost of a charge, for estimates before the true cost is known. */
const usualCost = { percent: 2.9, fixedCents: 30 };

/**
 * The estimated costs of collecting an amount. Assumes charges of the average pledge so far, and at least one charge.
 * The creator decides by this estimate; the release deducts the true costs.
 */
export function estimateCosts(amountCents: number, pledgedCents: number, fanCount: number): number {
  const charges = pledgedCents > 0 ? Math.round((fanCount * amountCents) / pledgedCents) : fanCount;
  return percentOf(amountCents, usualCost.percent) + Math.max(1, charges) * usualCost.fixedCents;
}
