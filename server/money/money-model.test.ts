import { describe, expect, test } from 'vitest';
import { splitFees } from '#contract/values/fees.ts';
import { percentOf } from '#contract/values/money.ts';
import { fc } from '#testing/fast-check.ts';
import type { ChargeState } from './card-processor.ts';
import { type Entry, orderEntries } from './ledger.ts';
import { decidePayment, type PaymentStatus } from './payments.ts';

const cents = fc.integer({ min: 1, max: 999_999_999 });

describe('fees', () => {
  test('sum to the paid amount and are never negative', () => {
    const feePercent = fc.integer({ min: 0, max: 5000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(cents, feePercent, fc.integer({ min: 0, max: 999_999_999 }), (paid, percent, cost) => {
        const split = splitFees(paid, percent, cost);
        expect(split.platformFeeCents + split.processorCostCents + split.netCents).toBe(paid);
        for (const part of Object.values(split)) expect(part).toBeGreaterThanOrEqual(0);
        if (cost + percentOf(paid, percent) <= paid) {
          expect(split.processorCostCents).toBe(cost);
          expect(split.platformFeeCents).toBe(percentOf(paid, percent));
        }
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    [1000, 5, 59, 50, 59, 891],
    [300, 5, 39, 15, 39, 246],
    [31, 5, 31, 0, 31, 0],
    [30, 5, 31, 0, 30, 0],
    [1, 50, 0, 1, 0, 0],
  ])('splits %i cents at %i %% with %i cents of cost', (paid, percent, cost, fee, borne, net) => {
    expect(splitFees(paid, percent, cost)).toEqual({
      paidCents: paid,
      platformFeeCents: fee,
      processorCostCents: borne,
      netCents: net,
    });
  });
});

test('orderEntries sorts by account and drops only entries of zero', () => {
  const account = fc.constantFrom<Entry['account']>('clearing', 'bank', 'held:a', 'held:b', 'processor_costs');
  const entries = fc.array(fc.record({ account, amountCents: fc.integer({ min: -5, max: 5 }) }));
  fc.assert(
    fc.property(entries, (given) => {
      const ordered = orderEntries(given);
      const sum = (list: Entry[]) => list.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(sum(ordered)).toBe(sum(given));
      expect(ordered.map((entry) => entry.account)).toEqual(ordered.map((entry) => entry.account).toSorted());
      expect(ordered.every(({ amountCents }) => amountCents !== 0)).toBe(true);
    }),
  );
});

// A model of one subject's attempts in memory. It uses the real reducer (decidePayment) and keeps its own account balances.

interface Attempt {
  status: PaymentStatus;
  amountCents: number;
  costCents: number;
  claimedBy: 'refund' | 'release' | null;
  refunded: boolean;
  /** The state at the processor; it changes only once. */
  truth: 'open' | 'succeeded' | 'failed';
}

interface World {
  attempts: Attempt[];
  clearing: number;
  held: number;
  fees: number;
  costs: number;
  payable: number;
}

type Step =
  | { do: 'begin'; amountCents: number }
  | { do: 'processor_decides'; at: number; truth: 'succeeded' | 'failed' }
  | { do: 'settle'; at: number; reported: 'open' | 'processing' | 'truth' }
  | { do: 'mark_failed'; at: number }
  | { do: 'refund' }
  | { do: 'refund_done'; at: number }
  | { do: 'release'; feePercent: number };

const isLive = ({ status, refunded }: Attempt) => ['created', 'processing', 'succeeded'].includes(status) && !refunded;

function settle(world: World, attempt: Attempt, state: ChargeState): void {
  const otherLive = world.attempts.some((other) => other !== attempt && isLive(other));
  const change = decidePayment(attempt.status, state, otherLive);
  if (change.to === 'same') return;
  attempt.status = change.to;
  if (change.to !== 'succeeded' && change.to !== 'stray') return;
  attempt.costCents = change.costCents;
  world.clearing += attempt.amountCents - change.costCents;
  world.held += attempt.amountCents;
  world.costs += change.costCents;
  if (change.to === 'stray') attempt.claimedBy = 'refund';
}

function stateOf(attempt: Attempt, reported: 'open' | 'processing' | 'truth'): ChargeState {
  const identity = { reference: 'payment:x', amountCents: attempt.amountCents, chargeRef: 'ch_x' };
  const status = reported === 'truth' ? attempt.truth : reported;
  if (status === 'succeeded') return { ...identity, status, costCents: Math.min(59, attempt.amountCents) };
  if (status === 'failed') return { ...identity, status, decline: { kind: 'hard', code: 'card_declined', reason: '' } };
  if (status === 'processing') return { ...identity, status };
  return { ...identity, status: 'open', sessionRef: null, url: null };
}

function release(world: World, feePercent: number): void {
  const given = world.attempts.filter(({ status, claimedBy }) => status === 'succeeded' && claimedBy === null);
  const paid = given.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const cost = given.reduce((sum, { costCents }) => sum + costCents, 0);
  const split = splitFees(paid, feePercent, cost);
  for (const attempt of given) attempt.claimedBy = 'release';
  world.held -= split.paidCents;
  world.fees += split.platformFeeCents;
  world.costs -= split.processorCostCents;
  world.payable += split.netCents;
}

function begin(world: World, amountCents: number): void {
  if (world.attempts.some(isLive)) return;
  const fresh = { status: 'created', costCents: 0, claimedBy: null, refunded: false, truth: 'open' } as const;
  world.attempts.push({ ...fresh, amountCents });
}

function refund(world: World, attempt: Attempt): void {
  if (attempt.claimedBy !== 'refund' || attempt.refunded) return;
  attempt.refunded = true;
  world.held -= attempt.amountCents;
  world.clearing -= attempt.amountCents;
}

function applyTo(world: World, attempt: Attempt, step: Extract<Step, { at: number }>): void {
  const open = attempt.status === 'created' || attempt.status === 'processing';
  if (step.do === 'processor_decides' && attempt.truth === 'open') attempt.truth = step.truth;
  if (step.do === 'mark_failed' && open) attempt.status = 'failed';
  if (step.do === 'refund_done') refund(world, attempt);
  // The processor reports `processing` only while the charge is open.
  const isReported = step.do === 'settle' && (step.reported !== 'processing' || attempt.truth === 'open');
  if (isReported) settle(world, attempt, stateOf(attempt, step.reported));
}

function take(world: World, step: Step): void {
  if ('at' in step) {
    const attempt = world.attempts[step.at % Math.max(1, world.attempts.length)];
    if (attempt) applyTo(world, attempt, step);
  } else if (step.do === 'begin') begin(world, step.amountCents);
  else if (step.do === 'release') release(world, step.feePercent);
  else for (const one of world.attempts) if (one.status === 'succeeded') one.claimedBy ??= 'refund';
}

function expectConsistent(world: World): void {
  const { clearing, held, fees, costs, payable, attempts } = world;
  expect(clearing + costs - held - fees - payable).toBe(0);
  expect(held).toBeGreaterThanOrEqual(0);
  expect(payable).toBeGreaterThanOrEqual(0);
  expect(fees).toBeGreaterThanOrEqual(0);
  expect(costs).toBeGreaterThanOrEqual(0);
  expect(attempts.filter(isLive).length).toBeLessThanOrEqual(1);
  const owed = attempts
    .filter(
      ({ status, claimedBy, refunded }) =>
        (status === 'succeeded' || status === 'stray') && claimedBy !== 'release' && !refunded,
    )
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(held).toBe(owed);
  for (const { status, truth } of attempts) {
    if (status === 'succeeded' || status === 'stray') expect(truth).toBe('succeeded');
  }
}

const at = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), amountCents: cents }),
  fc.record({
    do: fc.constant('processor_decides' as const),
    at,
    truth: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    at,
    reported: fc.constantFrom('open' as const, 'processing' as const, 'truth' as const),
  }),
  fc.record({ do: fc.constant('mark_failed' as const), at }),
  fc.constant({ do: 'refund' as const }),
  fc.record({ do: fc.constant('refund_done' as const), at }),
  fc.record({ do: fc.constant('release' as const), feePercent: fc.constantFrom(0, 5, 12.5, 50) }),
);

describe('settling, refunding and releasing in any order', () => {
  test('keeps the balances consistent at every step and ends with the state of the processor', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world: World = { attempts: [], clearing: 0, held: 0, fees: 0, costs: 0, payable: 0 };
        for (const one of steps) {
          take(world, one);
          expectConsistent(world);
        }
        for (const attempt of world.attempts) settle(world, attempt, stateOf(attempt, 'truth'));
        expectConsistent(world);
        for (const { status, truth } of world.attempts) {
          expect(status === 'succeeded' || status === 'stray').toBe(truth === 'succeeded');
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('gives the same result for any order of the processor’s states', () => {
    const states = fc.array(fc.constantFrom('open' as const, 'processing' as const, 'truth' as const), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(states, fc.constantFrom('succeeded' as const, 'failed' as const), (arrived, truth) => {
        const attempt: Attempt = {
          status: 'created',
          amountCents: 500,
          costCents: 0,
          claimedBy: null,
          refunded: false,
          truth,
        };
        const world: World = { attempts: [attempt], clearing: 0, held: 0, fees: 0, costs: 0, payable: 0 };
        for (const reported of [...arrived, 'truth' as const, ...arrived])
          settle(world, attempt, stateOf(attempt, reported));
        expect(attempt.status).toBe(truth);
        expect(world.held).toBe(truth === 'succeeded' ? 500 : 0);
      }),
      { numRuns: 2000 },
    );
  });
});
