import type { PoolStatus } from '#contract/pools.ts';

/** Ends at which nothing is left of the figures: pledges are released or paid back. */
export const emptiedStatuses: readonly PoolStatus[] = [
  'expired',
  'declined',
  'lapsed',
  'cancelled',
  'refunded',
  'removed',
];
