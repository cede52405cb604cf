import { poolStatusWords } from '#contract/pool-status-labels.ts';
import type { PoolCard, PoolStatus } from '#contract/pools.ts';
import { timeLeft } from '#contract/values/time.ts';

/** The display name of a pool status. */
export function poolStatusText(status: PoolStatus): string {
  return poolStatusWords[status];
}

/** The time left while fans can pledge, else the status. */
export function timeOrStatusOf({ status, deadline }: Pick<PoolCard, 'status' | 'deadline'>): string {
  if (status !== 'open' && status !== 'goal_met') return poolStatusWords[status];
  const left = timeLeft(deadline);
  if (left) return `${left} left`;
  // The creator's time to answer may go on after the deadline, and fans can still pledge.
  return status === 'goal_met' ? poolStatusWords.goal_met : 'Ended';
}
