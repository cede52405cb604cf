import { poolStatusWords } from '#contract/pool-words.ts';
import type { PoolCard, PoolStatus } from '#contract/pools.ts';
import { timeLeft } from '#contract/time.ts';

/** The pool's status in a word or two. */
export function poolStatusText(status: PoolStatus): string {
  return poolStatusWords[status];
}

/** The time left while the pool is open, else its status. */
export function timeOrStatusOf({ status, deadline }: Pick<PoolCard, 'status' | 'deadline'>): string {
  if (status !== 'open' && status !== 'goal_met') return poolStatusWords[status];
  const left = timeLeft(deadline);
  return left ? `${left} left` : 'Ended';
}
