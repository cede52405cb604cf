import type { EndReason } from '#contract/pools/end-reasons.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Decision, PoolPatch } from '#server/pools/pool-state.ts';
import { endReasons } from './end-reasons.ts';

export const stay: Decision = { stay: true };
export const wrongState: Decision = { refuse: 'pool_state' };

const noClocks = {
  responseDueAt: null,
  responseLeftMs: null,
  accountDueAt: null,
  accountPausedAt: null,
  paymentDueAt: null,
  shortfallDueAt: null,
  deliveryDueAt: null,
  deliveryPausedAt: null,
  quietUntil: null,
} satisfies PoolPatch;

/**
 * Moves the pool and stops every clock that `patch` does not set. A frozen pool that moves to an end is not frozen anymore, so that its
 * refunds and releases go on.
 */
export function move(to: PoolStatus, patch: PoolPatch = {}, reason: string | null = null): Decision {
  return { to, patch: { ...noClocks, frozen: false, frozenAt: null, ...patch }, reason };
}

export function end(to: PoolStatus, now: Date, reason: EndReason): Decision {
  return move(to, { endedAt: now, endReason: endReasons[reason] }, endReasons[reason]);
}
