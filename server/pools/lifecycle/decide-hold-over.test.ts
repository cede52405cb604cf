import { expect, it } from 'vitest';
import type { Decision, PoolState } from '#server/pools/pool-state.ts';
import { at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const decide = (pool: PoolState, event: PoolEvent) => decidePool(pool, event, now, windows);

/** Summarizes a decision as one word. */
function outcome(decision: Decision): string {
  if ('to' in decision) return decision.to;
  return 'refuse' in decision ? decision.refuse : 'stay';
}

it('ends a pool that an admin leaves waiting for too long: refunds the payments, or releases the cards if nothing was charged', () => {
  const frozen = { frozen: true, frozenAt: at(-60 * dayMs) };
  const endOf = (pool: PoolState) => outcome(decide(pool, { type: 'hold_over' }));
  for (const status of ['in_review', 'open', 'goal_met', 'accepted'] as const)
    expect(endOf(poolIn(status, frozen))).toBe('cancelled');
  for (const status of ['collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered'] as const)
    expect(endOf(poolIn(status, frozen))).toBe('refunded');
  for (const status of ['completed', 'expired', 'removed'] as const) expect(endOf(poolIn(status, frozen))).toBe('stay');
  const over = { quietUntil: at(-hourMs) };
  expect(endOf(poolIn('delivered', { ...over, openObjections: 1 }))).toBe('refunded');
  expect(endOf(poolIn('delivered', { ...over, isCreatorSuspended: true }))).toBe('refunded');
  // Nothing holds it back: a sweep after an outage completes it.
  expect(endOf(poolIn('delivered', over))).toBe('completed');
});

it('neither completes nor charges for a suspended creator', () => {
  const suspended = { isCreatorSuspended: true };
  const over = { quietUntil: at(-hourMs), ...suspended };
  expect(outcome(decide(poolIn('delivered', over), { type: 'clock' }))).toBe('stay');
  expect(outcome(decide(poolIn('accepted', suspended), { type: 'pledges_changed' }))).toBe('stay');
});
