import type { EndReason } from '#contract/pools/end-reasons.ts';
import { isEnded } from '#server/pools/pool.ts';
import type { PoolState } from '#server/pools/pool-state.ts';

/** The wait of a pool that only an admin can end: its freeze, a review, or a suspension or objection that holds its completion back. */
export type WaitingFor = 'frozen' | 'review' | 'held';

export function waitingFor(
  { status, frozen, quietUntil }: Pick<PoolState, 'status' | 'frozen' | 'quietUntil'>,
  now: Date,
): WaitingFor | null {
  if (isEnded(status)) return null;
  if (frozen) return 'frozen';
  if (status === 'delivery_review') return 'review';
  return status === 'delivered' && quietUntil !== null && quietUntil <= now ? 'held' : null;
}

const reasons: Record<WaitingFor, EndReason> = { frozen: 'frozenTooLong', review: 'notReviewed', held: 'heldTooLong' };

/** How a pool ends that has waited for too long; null if it does not wait anymore. Before the first charge, the cards are released. */
export function endOfWaiting(pool: PoolState, now: Date): { to: 'cancelled' | 'refunded'; reason: EndReason } | null {
  const waiting = waitingFor(pool, now);
  if (!waiting) return null;
  const isCharged = !['in_review', 'open', 'goal_met', 'accepted'].includes(pool.status);
  return isCharged ? { to: 'refunded', reason: reasons[waiting] } : { to: 'cancelled', reason: 'frozenUncharged' };
}
