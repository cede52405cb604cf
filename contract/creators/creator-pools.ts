import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { poolStages } from '#contract/pools/pool-status.ts';
import { poolCard } from '#contract/pools/pools.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';

export const listCreatorPools = endpoint({
  method: 'GET',
  path: '/api/creators/:username/pools',
  summary: 'List the pools for a creator, newest first, with a count per stage',
  who: 'anyone',
  scope: 'pools:read',
  params: z.object({ username: z.string().max(50) }),
  query: z.object({ stage: z.enum(poolStages).optional(), page: pageNumber }),
  output: z.object({
    pools: z.array(poolCard),
    pagination,
    stages: z.object({ funding: z.number().int(), making: z.number().int(), delivered: z.number().int() }),
  }),
});
