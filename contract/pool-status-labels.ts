import type { PoolStatus } from './pools.ts';

/** Where a pool stands, in a word or two; the same everywhere. */
export const poolStatusWords: Record<PoolStatus, string> = {
  in_review: 'Waiting for review',
  open: 'Filling up',
  goal_met: 'Goal met',
  accepted: 'Accepted',
  collecting: 'Collecting pledges',
  shortfall: 'Short of the goal',
  in_production: 'Being made',
  delivery_review: 'Delivery in review',
  delivered: 'Delivered',
  completed: 'Delivered',
  expired: 'Ended below the goal',
  declined: 'Declined',
  lapsed: 'No answer in time',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  removed: 'Removed',
};
