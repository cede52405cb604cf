import { expect, it } from 'vitest';
import type { Decision, PoolState } from '#server/pools/pool-state.ts';
import { accept, at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import { endReasons } from './end-reasons.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const decide = (pool: PoolState, event: PoolEvent['type'] | PoolEvent, moment = now): Decision =>
  decidePool(pool, typeof event === 'string' ? ({ type: event } as PoolEvent) : event, moment, windows);
const accepted = (changes: Partial<PoolState> = {}) => poolIn('accepted', { isCreatorPayable: false, ...changes });
const waiting = (changes: Partial<PoolState> = {}) => accepted({ accountDueAt: at(windows.responseMs), ...changes });

it('waits one response window when the goal is met and the creator cannot be paid', () => {
  expect(decide(accepted(), 'pledges_changed')).toEqual({
    stay: true,
    patch: { accountDueAt: at(windows.responseMs) },
  });
  expect(decide(waiting(), 'pledges_changed', at(hourMs))).toEqual({ stay: true });
  expect(decide(accepted({ pledgedCents: 9999 }), 'pledges_changed')).toEqual({ stay: true });
});

it('collects once the creator can be paid, whatever says so', () => {
  for (const event of ['account_changed', 'pledges_changed', 'clock'] as const) {
    expect(decide(waiting({ isCreatorPayable: true }), event)).toMatchObject({
      to: 'collecting',
      patch: { accountDueAt: null, accountPausedAt: null, paymentDueAt: at(windows.paymentMs) },
    });
  }
  // An account that is ready counts, even if the clock learns of it late.
  const late = at(windows.responseMs + dayMs);
  expect(decide(waiting({ isCreatorPayable: true }), 'clock', late)).toMatchObject({ to: 'collecting' });
});

it('lapses when the account is not ready by the end of the window, before or after the funding deadline', () => {
  for (const deadline of [at(dayMs), at(29 * dayMs)]) {
    expect(decide(waiting({ deadline }), 'clock', at(windows.responseMs - 1))).toEqual({ stay: true });
    expect(decide(waiting({ deadline }), 'clock', at(windows.responseMs))).toMatchObject({
      to: 'lapsed',
      reason: 'The creator’s payout account was not ready in time. No card was charged.',
    });
  }
});

it('names a suspension instead of the account when it lapses because of one', () => {
  const reasonOf = (changes: Partial<PoolState>) => decide(waiting(changes), 'clock', at(windows.responseMs));
  const suspended = reasonOf({ isCreatorPayable: true, isCreatorSuspended: true });
  expect(suspended).toMatchObject({ to: 'lapsed', reason: endReasons.creatorSuspended });
  expect(reasonOf({})).toMatchObject({ to: 'lapsed', reason: endReasons.unpayable });
});

it('stands still below the goal before the deadline, and goes on without starting over', () => {
  const below = { pledgedCents: 9000 };
  expect(decide(waiting(below), 'pledges_changed', at(hourMs))).toEqual({
    stay: true,
    patch: { accountPausedAt: at(hourMs) },
  });
  const paused = { accountPausedAt: at(hourMs) };
  expect(decide(waiting({ ...below, ...paused }), 'pledges_changed', at(2 * hourMs))).toEqual({ stay: true });
  expect(decide(waiting(paused), 'pledges_changed', at(3 * hourMs))).toEqual({
    stay: true,
    patch: { accountDueAt: at(windows.responseMs + 2 * hourMs), accountPausedAt: null },
  });
  // The window does not end while it stands still.
  expect(decide(waiting({ ...below, ...paused }), 'clock', at(windows.responseMs + dayMs))).toEqual({ stay: true });
});

it('goes on at the funding deadline if a withdrawal has paused it, so that one fan cannot end the pool', () => {
  const paused = waiting({ pledgedCents: 9000, accountPausedAt: at(hourMs) });
  const dueAt = at(29 * dayMs + windows.responseMs - hourMs);
  expect(decide(paused, 'clock', at(29 * dayMs))).toEqual({
    stay: true,
    patch: { accountDueAt: dueAt, accountPausedAt: null },
  });
  const resumed = waiting({ pledgedCents: 9000, accountDueAt: dueAt });
  expect(decide(resumed, 'pledges_changed', at(30 * dayMs))).toEqual({ stay: true });
  expect(
    decide({ ...resumed, pledgedCents: 10_000, isCreatorPayable: true }, 'pledges_changed', at(30 * dayMs)),
  ).toMatchObject({ to: 'collecting' });
  expect(decide(resumed, 'clock', dueAt)).toMatchObject({ to: 'expired' });
});

it('stays open below the goal after the deadline until the window ends', () => {
  const below = waiting({ pledgedCents: 9000, deadline: at(dayMs) });
  expect(decide(below, 'pledges_changed', at(2 * dayMs))).toEqual({ stay: true });
  expect(decide(below, 'clock', at(2 * dayMs))).toEqual({ stay: true });
  expect(decide(below, 'clock', at(windows.responseMs))).toMatchObject({ to: 'expired' });
  // The creator may still take the current amount.
  const start: PoolEvent = { ...accept, atCurrentAmount: true };
  expect(decide(below, start, at(2 * dayMs))).toEqual({ stay: true, patch: { atCurrentAmount: true } });
});

it('waits at the current amount, and then for no more than the floor', () => {
  const start: PoolEvent = { ...accept, atCurrentAmount: true };
  expect(decide(accepted({ pledgedCents: 6000 }), start)).toEqual({
    stay: true,
    patch: { accountDueAt: at(windows.responseMs), atCurrentAmount: true },
  });
  expect(decide(accepted({ pledgedCents: 4999 }), start)).toEqual({ refuse: 'below_floor' });
  const current = { atCurrentAmount: true, pledgedCents: 6000 };
  expect(decide(waiting(current), 'pledges_changed')).toEqual({ stay: true });
  expect(decide(waiting({ ...current, isCreatorPayable: true }), 'account_changed')).toMatchObject({
    to: 'collecting',
  });
  expect(decide(waiting({ ...current, pledgedCents: 4999 }), 'pledges_changed', at(1))).toMatchObject({
    patch: { accountPausedAt: at(1) },
  });
});

it('moves with a freeze, and does not move during it', () => {
  const frozen = { frozen: true, frozenAt: at(-hourMs) };
  expect(decide(waiting({ ...frozen, isCreatorPayable: true }), 'account_changed')).toEqual({ stay: true });
  expect(decide(waiting(frozen), 'unfreeze')).toMatchObject({
    patch: { frozen: false, accountDueAt: at(windows.responseMs + hourMs), accountPausedAt: null },
  });
});

it('refuses the creator after the end of the wait, but lets the owner’s pool be canceled before it', () => {
  const start: PoolEvent = { ...accept, atCurrentAmount: true };
  expect(decide(waiting(), start, at(windows.responseMs))).toMatchObject({ refuse: 'pool_state' });
  const cancel: PoolEvent = { type: 'cancel', byAdmin: true, othersPledged: true };
  expect(decide(waiting(), cancel)).toMatchObject({ to: 'cancelled', patch: { accountDueAt: null } });
});
