import type { PoolStatus } from '#contract/pools/pool-status.ts';

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
