import {
  type Decision,
  hasEnough,
  isWaitingForAccount,
  later,
  type PoolState,
  type Windows,
} from '#server/pools/pool-state.ts';
import { end, move, stay } from './decisions.ts';

/**
 * Decides about an accepted pool by its totals and its creator's payout account. Cards are charged only once the processor can pay the
 * creator. Until then the pool waits, for one response window in total. Below its goal and before the funding deadline, the wait stands
 * still. It never starts over, so a pledge that crosses the goal again and again cannot prolong it.
 */
export function collectOrWait(pool: PoolState, now: Date, windows: Windows): Decision {
  const { accountDueAt, accountPausedAt } = pool;
  if (!hasEnough(pool)) {
    const pauses = isWaitingForAccount(pool) && now < pool.deadline;
    return pauses ? { stay: true, patch: { accountPausedAt: now } } : stay;
  }
  // No card is charged for a creator who can neither deliver nor be paid.
  if (pool.isCreatorPayable && !pool.isCreatorSuspended)
    return move('collecting', { paymentDueAt: later(now, windows.paymentMs) });
  if (!accountDueAt) return { stay: true, patch: { accountDueAt: later(now, windows.responseMs) } };
  if (!accountPausedAt) return stay;
  const dueAt = later(accountDueAt, now.getTime() - accountPausedAt.getTime());
  return { stay: true, patch: { accountDueAt: dueAt, accountPausedAt: null } };
}

/** The end of an accepted pool whose deadline has passed. */
export function endAccepted(pool: PoolState, now: Date): Decision {
  const { accountDueAt, accountPausedAt } = pool;
  // A withdrawal before the deadline has paused the wait. One fan must not end the pool, so the wait goes on for others to fill the gap.
  if (accountDueAt && accountPausedAt && accountPausedAt < accountDueAt) {
    const leftMs = accountDueAt.getTime() - accountPausedAt.getTime();
    return { stay: true, patch: { accountDueAt: later(now, leftMs), accountPausedAt: null } };
  }
  return isWaitingForAccount(pool) && hasEnough(pool)
    ? end('lapsed', now, pool.isCreatorPayable && pool.isCreatorSuspended ? 'creatorSuspended' : 'unpayable')
    : end('expired', now, 'expired');
}
