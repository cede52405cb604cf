import { isAnsweredBelowGoal, type PoolCard, type PoolStatus } from './pools.ts';

/** Short labels of pool statuses, the same on every screen. */
export const poolStatusWords: Record<PoolStatus, string> = {
  in_review: 'Waiting for review',
  open: 'Filling up',
  goal_met: 'Goal met',
  accepted: 'Accepted',
  collecting: 'Collecting pledges',
  shortfall: 'Too little paid',
  in_production: 'Being made',
  delivery_review: 'Delivery in review',
  delivered: 'Delivered',
  completed: 'Delivered',
  expired: 'Ended below the goal',
  declined: 'Declined',
  lapsed: 'Not started in time',
  cancelled: 'Canceled',
  refunded: 'Refunded',
  removed: 'Removed',
};

/** The label of a pool's status. A withdrawn pledge can put a pool that has met its goal below it again, and its status stays. */
export const poolStatusLabel = (pool: PoolCard): string =>
  isAnsweredBelowGoal(pool) ? 'Below its goal' : poolStatusWords[pool.status];
