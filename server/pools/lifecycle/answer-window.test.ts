import { describe, expect, it } from 'vitest';
import type { Decision, PoolState } from '#server/pools/pool-state.ts';
import { accept, at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const changed: PoolEvent = { type: 'pledges_changed' };
const clock: PoolEvent = { type: 'clock' };
const atCurrent: PoolEvent = { ...accept, atCurrentAmount: true };
const decide = (pool: PoolState, event: PoolEvent, moment = now) => decidePool(pool, event, moment, windows);
const outcome = (decision: Decision) =>
  'to' in decision ? decision.to : 'refuse' in decision ? decision.refuse : 'stay';

/** The pool after a decision that must move it. */
function moved(pool: PoolState, event: PoolEvent, moment: Date): PoolState {
  const decision = decide(pool, event, moment);
  if (!('to' in decision)) throw new Error(`the pool did not move: ${JSON.stringify(decision)}`);
  return { ...pool, ...decision.patch, status: decision.to };
}

describe('a withdrawal before the funding deadline', () => {
  const met = poolIn('goal_met', { responseDueAt: at(3 * dayMs) });

  it('pauses the time to answer, which goes on when the goal is met again', () => {
    const below = moved({ ...met, pledgedCents: 9999 }, changed, at(dayMs));
    expect(below).toMatchObject({ status: 'open', responseDueAt: null, responseLeftMs: 2 * dayMs });
    const again = moved({ ...below, pledgedCents: 10_000 }, changed, at(10 * dayMs));
    expect(again).toMatchObject({ status: 'goal_met', responseDueAt: at(12 * dayMs), responseLeftMs: null });
  });

  it('uses up one window, however often the goal is met', () => {
    let pool = poolIn('open', { pledgedCents: 10_000 });
    let moment = now.getTime();
    let crossings = 0;
    while (pool.status === 'open' || pool.status === 'goal_met') {
      const total = pool.status === 'open' ? 10_000 : 9999;
      const decision = decide({ ...pool, pledgedCents: total }, total < 10_000 ? clock : changed, new Date(moment));
      if ('to' in decision) pool = { ...pool, ...decision.patch, status: decision.to };
      moment += hourMs;
      crossings += 1;
      expect(crossings).toBeLessThan(1000);
    }
    expect(pool.status).toBe('lapsed');
    expect(moment - now.getTime()).toBeLessThan(29 * dayMs);
  });

  it('does not end the pool at the deadline while the creator has time left', () => {
    const below = poolIn('open', { pledgedCents: 6000, responseLeftMs: 2 * dayMs });
    const end = at(29 * dayMs);
    expect(outcome(decide(below, atCurrent, end))).toBe('accepted');
    const waiting = moved(below, clock, end);
    expect(waiting).toMatchObject({ status: 'goal_met', responseDueAt: at(31 * dayMs), responseLeftMs: null });
    expect(outcome(decide(waiting, changed, at(30 * dayMs)))).toBe('stay');
    expect(outcome(decide({ ...below, responseLeftMs: 0 }, clock, end))).toBe('expired');
  });
});

describe('a withdrawal after the funding deadline', () => {
  const below = poolIn('goal_met', { pledgedCents: 9600, deadline: at(-hourMs), responseDueAt: at(2 * dayMs) });

  it('keeps the pool open until the end of the time to answer', () => {
    expect(outcome(decide(below, changed))).toBe('stay');
    expect(outcome(decide(below, clock, at(2 * dayMs - 1)))).toBe('stay');
    expect(outcome(decide(below, clock, at(2 * dayMs)))).toBe('lapsed');
    expect(outcome(decide(below, { type: 'decline' }))).toBe('declined');
  });

  it('lets the creator accept the current amount from their floor on', () => {
    const accepted = moved(below, atCurrent, now);
    expect(accepted).toMatchObject({ status: 'accepted', atCurrentAmount: true, terms: { pledgedCents: 9600 } });
    expect(outcome(decide(accepted, changed))).toBe('collecting');
    expect(outcome(decide({ ...below, pledgedCents: 4999 }, atCurrent))).toBe('below_floor');
  });

  it('refuses an acceptance that would wait for the goal', () => {
    const refusal = decide(below, accept);
    expect(refusal).toMatchObject({ refuse: 'pool_state' });
    expect('refuse' in refusal && refusal.message?.()).toContain('$96');
    expect(outcome(decide({ ...below, pledgedCents: 10_000 }, accept))).toBe('accepted');
  });
});
