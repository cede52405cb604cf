import type { PoolStatus } from '#contract/pools/pools.ts';

/** Final statuses in which every pledge is released or refunded, so that the totals are zero. */
export const emptiedStatuses: readonly PoolStatus[] = [
  'expired',
  'declined',
  'lapsed',
  'cancelled',
  'refunded',
  'removed',
];

/** Whether a pool has ended, with or without a delivery. */
export const hasEnded = (status: PoolStatus): boolean => status === 'completed' || emptiedStatuses.includes(status);
