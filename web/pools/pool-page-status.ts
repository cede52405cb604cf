import type { PoolStatus } from '#contract/pools.ts';

/** A state in two words, as it stands on the cover. */
export const statusLabels: Record<PoolStatus, string> = {
  in_review: 'Being reviewed',
  open: 'Filling up',
  goal_met: 'Goal met',
  accepted: 'Accepted',
  collecting: 'Collecting',
  shortfall: 'Short of money',
  in_production: 'Being made',
  delivery_review: 'Being checked',
  delivered: 'Delivered',
  completed: 'Completed',
  expired: 'Goal missed',
  declined: 'Declined',
  lapsed: 'No answer',
  cancelled: 'Cancelled',
  refunded: 'Paid back',
  removed: 'Removed',
};
