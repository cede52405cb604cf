import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { type PoolStatus, poolCard } from '#contract/pools.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';

/** The stages of a creator's listed pools: funding, in progress, delivered. */
export const poolStages = ['funding', 'making', 'delivered'] as const;
export type PoolStage = (typeof poolStages)[number];

export const statusesOfStage: Record<PoolStage, readonly PoolStatus[]> = {
  funding: ['open', 'goal_met', 'accepted'],
  making: ['collecting', 'shortfall', 'in_production', 'delivery_review'],
  delivered: ['delivered', 'completed'],
};

export const listCreatorPools = endpoint({
  method: 'GET',
  path: '/api/creators/:username/pools',
  summary: 'List the pools for a creator, newest first, with a count per stage',
  who: 'anyone',
  params: z.object({ username: z.string().max(50) }),
  query: z.object({ stage: z.enum(poolStages).optional(), page: pageNumber }),
  output: z.object({
    pools: z.array(poolCard),
    pagination,
    stages: z.object({ funding: z.number().int(), making: z.number().int(), delivered: z.number().int() }),
  }),
});
