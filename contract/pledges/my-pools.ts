import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { type PoolStatus, pageNumber, pagination, poolCard } from '#contract/pools.ts';

/** The four groups of an owner's pools. */
export const myPoolGroups = ['filling', 'making', 'delivered', 'ended'] as const;
export type MyPoolGroup = (typeof myPoolGroups)[number];

const groups: Record<PoolStatus, MyPoolGroup> = {
  in_review: 'filling',
  open: 'filling',
  goal_met: 'filling',
  accepted: 'filling',
  collecting: 'filling',
  shortfall: 'making',
  in_production: 'making',
  delivery_review: 'making',
  delivered: 'delivered',
  completed: 'delivered',
  expired: 'ended',
  declined: 'ended',
  lapsed: 'ended',
  cancelled: 'ended',
  refunded: 'ended',
  removed: 'ended',
};

export function myPoolGroupOf(status: PoolStatus): MyPoolGroup {
  return groups[status];
}

const myPoolGroup = z.enum(myPoolGroups);

export const listMyPools = endpoint({
  method: 'GET',
  path: '/api/user/pools',
  summary: 'List my pools in any state, newest first, with a count per group',
  who: 'user',
  query: z.object({ group: myPoolGroup.optional(), page: pageNumber }),
  output: z.object({
    pools: z.array(poolCard),
    pagination,
    counts: z.record(myPoolGroup, z.number().int()),
  }),
});
