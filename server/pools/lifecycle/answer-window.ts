import { type Decision, later, type PoolState, type Windows } from '#server/pools/pool-state.ts';
import { end, move, stay } from './decisions.ts';
import { serverReasons } from './end-reasons.ts';

/** Whether the creator has time left to answer, although the pool fell below the goal that it had met. */
export function mayStillAnswer(pool: PoolState): boolean {
  return pool.status === 'open' && pool.assignedCreatorId !== null && (pool.responseLeftMs ?? 0) > 0;
}

/**
 * Without an assigned creator, the response deadline is the funding deadline. A goal that is met again continues the creator's time to
 * answer instead of starting it again, so that no one can keep a pool from lapsing.
 */
export function meetGoal(pool: PoolState, now: Date, windows: Windows): Decision {
  const answerMs = pool.responseLeftMs ?? windows.responseMs;
  return move('goal_met', { responseDueAt: pool.assignedCreatorId ? later(now, answerMs) : pool.deadline });
}

/**
 * A withdrawal before the funding deadline pauses the creator's time to answer. After the deadline, the pool stays open for the answer and
 * for new pledges until that time ends, so that one fan cannot end it.
 */
export function fallBelowGoal(pool: PoolState, now: Date): Decision {
  const { deadline, responseDueAt, assignedCreatorId } = pool;
  // If the time to answer is over, the clock ends the pool.
  if (now >= deadline || !responseDueAt || now >= responseDueAt) return stay;
  return move('open', { responseLeftMs: assignedCreatorId ? responseDueAt.getTime() - now.getTime() : null });
}

/** At the funding deadline, a pool below the goal that it had met waits for the creator's answer if they have time left. */
export function endFunding(pool: PoolState, now: Date): Decision {
  if (!mayStillAnswer(pool)) return end('expired', now, 'expired');
  return move('goal_met', { responseDueAt: later(now, pool.responseLeftMs ?? 0) }, serverReasons.belowGoal);
}
