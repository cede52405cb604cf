import { poolStatusWords } from '#contract/pool-words.ts';
import type { PoolCard, PoolStatus } from '#contract/pools.ts';
import { timeLeft } from '#contract/time.ts';

/** Where a pool stands, in a word or two. */
export function standingOf(status: PoolStatus): string {
  return poolStatusWords[status];
}

/** What a card says after the name: the time that is left while that matters, else where the pool stands. */
export function momentOf({ status, deadline }: Pick<PoolCard, 'status' | 'deadline'>): string {
  if (status !== 'open' && status !== 'goal_met') return poolStatusWords[status];
  const left = timeLeft(deadline);
  return left ? `${left} left` : 'Ended';
}
