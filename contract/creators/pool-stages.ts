import type { PoolStatus } from '#contract/pools/pool-status.ts';

/** The stages of a creator's listed pools: funding, in progress, delivered. */
export const poolStages = ['funding', 'making', 'delivered'] as const;
export type PoolStage = (typeof poolStages)[number];

export const statusesOfStage: Record<PoolStage, readonly PoolStatus[]> = {
  funding: ['open', 'goal_met', 'accepted'],
  making: ['collecting', 'shortfall', 'in_production', 'delivery_review'],
  delivered: ['delivered', 'completed'],
};
