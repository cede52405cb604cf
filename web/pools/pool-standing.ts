import type { PoolCard, PoolStatus } from '#contract/pools.ts';
import { timeLeft } from '#contract/time.ts';

const words: Record<PoolStatus, string> = {
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

/** Where a pool stands, in a word or two. */
export function standingOf(status: PoolStatus): string {
  return words[status];
}

/** What a card says after the name: the time that is left while that matters, else where the pool stands. */
export function momentOf({ status, deadline }: Pick<PoolCard, 'status' | 'deadline'>): string {
  if (status !== 'open' && status !== 'goal_met') return words[status];
  const left = timeLeft(deadline);
  return left ? `${left} left` : 'Ended';
}
