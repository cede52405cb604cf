import { expect, it } from 'vitest';
import { endedPoolStatuses } from '#contract/pools/pool-status.ts';
import { type PoolStatus, poolStatuses } from '#contract/pools/pools.ts';
import { allowedTransitions, deadlineOf, type PoolState } from '#server/pools/pool-state.ts';
import { fc } from '#testing/fast-check.ts';
import { accept, at, dayMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const onward = [
  'opened_by_admin',
  'pledges_changed',
  'account_changed',
  'charges_final',
  'proceed',
  'submit_delivery',
  'delivery_approved',
  'delivery_sent_back',
  'unfreeze',
  'clock',
] as const;
/** Rare events, so that long sequences happen, too. */
const breaking = ['decline', 'give_up', 'remove', 'freeze', 'delivery_taken_down'] as const;
const plain = (types: readonly PoolEvent['type'][]) => fc.constantFrom(...types).map((type) => ({ type }) as PoolEvent);

const anyEvent: fc.Arbitrary<PoolEvent> = fc.oneof(
  { weight: 20, arbitrary: plain(onward) },
  { weight: 1, arbitrary: plain(breaking) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('accept' as const),
      acceptedBy: fc.constant(accept.acceptedBy),
      deliveryDays: fc.integer({ min: 1, max: 60 }),
      floorCents: fc.integer({ min: 0, max: 12_000 }),
      atCurrentAmount: fc.boolean(),
      allowLatePledges: fc.boolean(),
      feePercent: fc.constant(5),
    }),
  },
  // The terms of pools that are accepted at the start, so that some of them start below their goal.
  { weight: 2, arbitrary: fc.constant<PoolEvent>({ ...accept, atCurrentAmount: true }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('cancel' as const), byAdmin: fc.boolean(), othersPledged: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('objection_upheld' as const),
      outcome: fc.constantFrom('refund' as const, 'redo' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant<PoolEvent>({ type: 'creator_assigned', creatorId: accept.acceptedBy }) },
  { weight: 1, arbitrary: fc.constant<PoolEvent>({ type: 'creator_unassigned' }) },
);

/** Changes between two events: time passes, and totals and counts change. */
const anyStep = fc.record({
  event: anyEvent,
  afterMs: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 * dayMs }) },
  ),
  pledgedCents: fc.integer({ min: 0, max: 20_000 }),
  paidShare: fc.double({ min: 0, max: 1, noNaN: true }),
  chargesOpen: fc.nat(2),
  chargesInFlight: fc.nat(1),
  openObjections: fc.nat(1),
  isCreatorPayable: fc.boolean(),
});

const holdsMoney: readonly PoolStatus[] = ['collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered'];
const moneyEnds: readonly PoolStatus[] = ['completed', 'refunded', 'removed'];

interface Move {
  before: PoolState;
  to: PoolStatus;
}

function checkMove({ before, to }: Move, after: PoolState): void {
  if (to !== 'removed' && to !== 'refunded' && to !== 'cancelled') expect(before.frozen).toBe(false);
  expect(after.frozen).toBe(false);
  expect(allowedTransitions[before.status]).toContain(to);
  const over = endedPoolStatuses.includes(to);
  if (endedPoolStatuses.includes(before.status)) expect(to).toBe('removed');
  if (holdsMoney.includes(before.status) && over) expect(moneyEnds).toContain(to);
  if (to === 'completed') expect(before.openObjections).toBe(0);
  if (to === 'collecting') {
    expect(before.status).toBe('accepted');
    expect(before.isCreatorPayable).toBe(true);
    const enough = after.atCurrentAmount ? Math.max(after.floorCents ?? after.goalCents, 1) : after.goalCents;
    expect(after.pledgedCents).toBeGreaterThanOrEqual(enough);
  }
  // Once accepted, the terms never change.
  if (before.floorCents !== null) {
    expect([after.floorCents, after.deliveryDays]).toEqual([before.floorCents, before.deliveryDays]);
  }
  expect(after.endedAt !== null).toBe(over);
  // A pool that only a person can move has no clock. Every other live pool has one.
  const waitsForAdmin = to === 'delivery_review' || to === 'in_review';
  expect(deadlineOf(after, windows) !== null).toBe(!over && !waitsForAdmin);
}

it('follows allowed transitions, moves no frozen or ended pool, and never ends with unassigned money', () => {
  const live = poolStatuses.filter((status) => !endedPoolStatuses.includes(status));
  const start = fc.oneof(
    fc.constantFrom(poolIn('open', { pledgedCents: 0 }), poolIn('open', { pledgedCents: 0, assignedCreatorId: null })),
    fc.constantFrom(...live.map((status) => poolIn(status))),
  );
  const reached = new Set<string>();
  fc.assert(
    fc.property(start, fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' }), (first, steps) => {
      let pool = first;
      let moment = now.getTime();
      for (const { event, afterMs, pledgedCents, paidShare, ...counts } of steps) {
        moment += afterMs;
        const paying = holdsMoney.includes(pool.status);
        const before: PoolState = {
          ...pool,
          ...counts,
          pledgedCents,
          paidCents: paying ? Math.floor(pledgedCents * paidShare) : 0,
        };
        const decision = decidePool(before, event, new Date(moment), windows);
        if ('refuse' in decision) continue;
        const after: PoolState = { ...before, ...decision.patch };
        if ('to' in decision) {
          after.status = decision.to;
          checkMove({ before, to: decision.to }, after);
          reached.add(decision.to);
          reached.add(`${event.type} to ${decision.to}`);
        }
        pool = after;
      }
    }),
    { numRuns: 2500 },
  );
  // The property is meaningless if the sequences do not reach these states.
  expect(reached).toContain('accept to collecting');
  for (const status of Object.keys(allowedTransitions) as PoolStatus[]) {
    if (status !== 'in_review') expect(reached, `no run reached ${status}`).toContain(status);
  }
}, 60_000);

it('ends automatically from every state that waits for no person', () => {
  for (const status of [
    'open',
    'goal_met',
    'accepted',
    'collecting',
    'shortfall',
    'in_production',
    'delivered',
  ] as const) {
    for (const changes of [{ pledgedCents: 9000 }, { pledgedCents: 10_000, isCreatorPayable: false }]) {
      let pool = poolIn(status, { chargesOpen: 0, ...changes });
      for (let day = 0; day < 400 && !endedPoolStatuses.includes(pool.status); day += 1) {
        const decision = decidePool({ ...pool, chargesOpen: 0 }, { type: 'clock' }, at(day * dayMs), windows);
        if ('to' in decision) pool = { ...pool, ...decision.patch, status: decision.to };
        else if ('patch' in decision) pool = { ...pool, ...decision.patch };
      }
      expect(endedPoolStatuses, `${status} ended as ${pool.status}`).toContain(pool.status);
    }
  }
});
