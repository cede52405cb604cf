import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { myPoolGroups } from '#contract/pledges/my-pool-groups.ts';
import { pageNumber, pagination, poolCard } from '#contract/pools/pools.ts';

const myPoolGroup = z.enum(myPoolGroups);

export const listMyPools = endpoint({
  method: 'GET',
  path: '/api/user/pools',
  summary: 'List my pools in any state, newest first, with a count per group',
  who: 'user',
  scope: 'pools:read',
  query: z.object({ group: myPoolGroup.optional(), page: pageNumber }),
  output: z.object({
    pools: z.array(poolCard),
    pagination,
    counts: z.record(myPoolGroup, z.number().int()),
  }),
});
