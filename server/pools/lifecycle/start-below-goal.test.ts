import { expect, it } from 'vitest';
import type { PoolState } from '#server/pools/pool-state.ts';
import { accept, at, dayMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const decide = (pool: PoolState, event: PoolEvent, moment = now) => decidePool(pool, event, moment, windows);
const outcome = (...args: Parameters<typeof decide>) => {
  const decision = decide(...args);
  if ('to' in decision) return decision.to;
  return 'refuse' in decision ? decision.refuse : 'stay';
};

const start = { ...accept, atCurrentAmount: true };
const waiting = (changes: Partial<PoolState> = {}) => poolIn('accepted', { pledgedCents: 5000, ...changes });

it('collects once the pledges reach the floor, and keeps the frozen terms', () => {
  expect(outcome(waiting({ pledgedCents: 4999 }), start)).toBe('below_floor');
  expect(outcome(waiting({ pledgedCents: 0, floorCents: 0 }), { ...start, floorCents: 0 })).toBe('below_floor');
  const decision = decide(waiting(), { ...start, feePercent: 9, allowLatePledges: true });
  expect(decision).toMatchObject({
    to: 'collecting',
    patch: { atCurrentAmount: true, paymentDueAt: at(windows.paymentMs) },
  });
  for (const field of ['terms', 'floorCents', 'deliveryDays', 'allowLatePledges']) {
    expect(decision).not.toHaveProperty(['patch', field]);
  }
});

it('refuses other terms, a pool that need not wait, and a call after the deadline', () => {
  for (const changed of [{ deliveryDays: 9 }, { floorCents: 4999 }, { atCurrentAmount: false }]) {
    expect(outcome(waiting(), { ...start, ...changed })).toBe('pool_state');
  }
  expect(outcome(waiting({ frozen: true, frozenAt: now }), start)).toBe('pool_frozen');
  expect(outcome(waiting(), start, at(29 * dayMs - 1))).toBe('collecting');
  expect(outcome(waiting(), start, at(29 * dayMs))).toBe('pool_state');
  expect(outcome(poolIn('collecting', { atCurrentAmount: true }), start)).toBe('pool_state');
});
