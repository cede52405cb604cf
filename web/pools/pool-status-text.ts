import { type Text, t } from '#contract/language/text.ts';
import { poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { remainingTime } from '#contract/values/time.ts';

/** The time left while fans can pledge, else the status. */
export function timeOrStatusOf(pool: PoolCard): Text {
  const { status } = pool;
  if (status !== 'open' && status !== 'goal_met') return poolStatusLabel(pool);
  const left = remainingTime(pool.deadline);
  if (left) return left;
  // The creator's time to answer may go on after the deadline, and fans can still pledge.
  return status === 'goal_met' ? poolStatusLabel(pool) : t({ message: 'Ended', context: 'a pool' });
}
