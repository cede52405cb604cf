import type { PoolStatus } from './pools.ts';

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
