import { describe, expect, it } from 'vitest';
import { livePledgeStatuses, type PledgeStatus, pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { poolStatuses } from '#contract/pools/pools.ts';
import { fc } from '#testing/fast-check.ts';
import {
  addShares,
  decidePledge,
  movesOf,
  type PledgeEvent,
  type PoolPhase,
  phaseOf,
  shareOf,
} from './pledge-lifecycle.ts';

const phases: PoolPhase[] = ['waiting', 'taking', 'collecting', 'holding', 'ended'];
const taking = { phase: 'taking', frozen: false } as const;
const returned = {
  type: 'partly_returned',
  phase: 'holding',
  isReleased: false,
  isEnding: false,
  isReplaced: false,
  isDisputed: false,
} as const;
const won = { type: 'dispute_won', phase: 'ended', isReleased: false, isReplaced: false } as const;

function next(status: PledgeStatus, event: PledgeEvent): string {
  const decision = decidePledge(status, event);
  if ('to' in decision) return decision.to;
  return 'refuse' in decision ? `!${decision.refuse}` : status;
}

/** The new status for each status, in the order of `pledgeStatuses`; "=" means no change. */
const table: [string, PledgeEvent, string][] = [
  ['card verified', { type: 'card_verified', ...taking }, 'pledged = = = = = = = = = = ='],
  ['card verified, frozen', { type: 'card_verified', phase: 'taking', frozen: true }, '= = = = = = = = = = = ='],
  [
    'card verified too late',
    { type: 'card_verified', phase: 'collecting', frozen: false },
    'released = = = = = = = = = = =',
  ],
  ['no card in time', { type: 'setup_expired' }, 'released = = = = = = = = = = ='],
  ['pledge again', { type: 'restart' }, `= ${Array(11).fill('!pledge_exists').join(' ')}`],
  ['collect', { type: 'collect' }, 'released charging = = = = = = = = = ='],
  [
    'charged while collecting',
    { type: 'charge_succeeded', phase: 'collecting', isWithheld: false },
    'paid paid paid paid = refund_pending refund_pending refund_pending = refund_pending = =',
  ],
  [
    'charged after the end',
    { type: 'charge_succeeded', phase: 'ended', isWithheld: false },
    'refund_pending refund_pending refund_pending refund_pending = refund_pending refund_pending refund_pending = refund_pending = =',
  ],
  [
    'charged while the delivery is withheld',
    { type: 'charge_succeeded', phase: 'holding', isWithheld: true },
    'refund_pending paid paid paid = refund_pending refund_pending refund_pending = refund_pending = =',
  ],
  ['declined while collecting', { type: 'charge_failed', phase: 'collecting' }, '= = notified = = = = = = = = ='],
  ['declined in production', { type: 'charge_failed', phase: 'holding' }, '= = dropped = = = = = = = = ='],
  ['declined after the end', { type: 'charge_failed', phase: 'ended' }, '= = released = = = = = = = = ='],
  ['window over', { type: 'window_over' }, 'released = = dropped = = = = = = = ='],
  ['pool ended', { type: 'pool_ended' }, 'released released = released refund_pending = = = = = = refund_pending'],
  ['refunded', { type: 'refund_succeeded' }, '= = = = refunded = = = refunded = refunded ='],
  ['refunded in part', { type: 'partly_refunded' }, '= = = = = = = = = = = ='],
  ['refund returned by the bank', { type: 'refund_returned' }, '= = = = = = = = = refund_pending = ='],
  ['part returned by the bank', returned, '= = = = = = = = = paid = ='],
  [
    'part returned by the bank after the release and the end',
    { ...returned, phase: 'ended', isReleased: true },
    '= = = = = = = = = paid = =',
  ],
  [
    'part returned by the bank after the end',
    { ...returned, phase: 'ended' },
    '= = = = = = = = = refund_pending = refund_pending',
  ],
  [
    'part returned by the bank after the rest was refunded',
    { ...returned, isEnding: true },
    '= = = = = = = = = refund_pending = refund_pending',
  ],
  [
    'part returned by the bank after the release while the fan has another pledge',
    { ...returned, isReleased: true, isReplaced: true },
    '= = = = = = = = = refund_pending = =',
  ],
  [
    'part returned by the bank after the end while a dispute is open',
    { ...returned, phase: 'ended', isReplaced: true, isDisputed: true },
    '= = = = = = = = = disputed = =',
  ],
  ['dispute', { type: 'dispute_opened' }, '= = = = disputed = = = disputed = = ='],
  ['dispute won', { ...won, phase: 'holding' }, '= = = = = = = = = = paid ='],
  ['dispute won after the end', won, '= = = = = = = = = = refund_pending ='],
  ['dispute of released money won after the end', { ...won, isReleased: true }, '= = = = = = = = = = paid ='],
  [
    'dispute won by a replaced pledge',
    { ...won, phase: 'holding', isReplaced: true },
    '= = = = = = = = = = refund_pending =',
  ],
  ['dispute lost', { type: 'dispute_lost', phase: 'ended', isPartial: false }, '= = = = = = = = = = dispute_lost ='],
  [
    'part of it lost after the end',
    { type: 'dispute_lost', phase: 'ended', isPartial: true },
    '= = = = = = = = = = refund_pending refund_pending',
  ],
  ['suspected of fraud', { type: 'suspected' }, '= = = = refund_pending = = = = = = ='],
  [
    'withdraw',
    { type: 'withdraw', ...taking },
    'withdrawn withdrawn !pledge_locked !pledge_locked !pledge_locked = !pledge_locked !pledge_locked !pledge_locked !pledge_locked !pledge_locked !pledge_locked',
  ],
  ['change', { type: 'change', ...taking }, `= = ${Array(10).fill('!pledge_locked').join(' ')}`],
  ['pay', { type: 'pay', due: true, frozen: false }, '! ! ! = ! ! ! ! ! ! ! !'.replaceAll('!', '!nothing_due')],
  [
    'try the card',
    { type: 'charge_card', due: true, frozen: false },
    '! ! ! charging ! ! ! ! ! ! ! !'.replaceAll('!', '!nothing_due'),
  ],
  ['dismiss', { type: 'dismiss' }, '! ! ! = ! ! ! ! ! ! ! !'.replaceAll('!', '!nothing_due')],
];

const share = (status: PledgeStatus, amountCents: number) => shareOf({ status, amountCents, refundedCents: 0 });

const frozenOrLate = fc.record({ phase: fc.constantFrom(...phases), frozen: fc.boolean() });
const anyEvent: fc.Arbitrary<PledgeEvent> = fc.oneof(
  frozenOrLate.map((pool) => ({ type: 'card_verified' as const, ...pool })),
  frozenOrLate.map((pool) => ({ type: 'change' as const, ...pool })),
  frozenOrLate.map((pool) => ({ type: 'withdraw' as const, ...pool })),
  fc
    .record({ phase: fc.constantFrom(...phases), isWithheld: fc.boolean() })
    .map((charge) => ({ type: 'charge_succeeded' as const, ...charge })),
  fc.constantFrom(...phases).map((phase) => ({ type: 'charge_failed' as const, phase })),
  fc
    .record({ phase: fc.constantFrom(...phases), isReleased: fc.boolean(), isReplaced: fc.boolean() })
    .map((decision) => ({ type: 'dispute_won' as const, ...decision })),
  fc
    .record({ phase: fc.constantFrom(...phases), isPartial: fc.boolean() })
    .map((lost) => ({ type: 'dispute_lost' as const, ...lost })),
  fc.record({ type: fc.constantFrom('charge_card' as const, 'pay' as const), due: fc.boolean(), frozen: fc.boolean() }),
  fc
    .constantFrom(
      'setup_expired' as const,
      'restart' as const,
      'collect' as const,
      'dismiss' as const,
      'window_over' as const,
      'pool_ended' as const,
      'refund_succeeded' as const,
      'dispute_opened' as const,
      'suspected' as const,
    )
    .map((type) => ({ type })),
);

/** The processor's side: one live charge at a time, and a refund only of what was asked back. */
function processorAllows(event: PledgeEvent, held: boolean, status: PledgeStatus): boolean {
  if (event.type === 'charge_succeeded' || event.type === 'charge_failed') return !held;
  if (event.type === 'refund_succeeded') return status === 'refund_pending' || status === 'disputed';
  return held || !event.type.startsWith('dispute');
}

function heldAfter(event: PledgeEvent, held: boolean): boolean {
  if (event.type === 'charge_succeeded') return true;
  return event.type === 'refund_succeeded' ? false : held;
}

describe('decidePledge', () => {
  it.each(table)('%s', (_name, event, expected) => {
    const found = pledgeStatuses.map((status) => next(status, event));
    const wanted = expected.split(' ').map((word, index) => (word === '=' ? pledgeStatuses[index] : word));
    expect(found).toEqual(wanted);
  });

  it('knows the phase of every pool state', () => {
    for (const status of poolStatuses) expect(phases).toContain(phaseOf(status));
  });

  it('refunds money that is not owed, and marks every charged pledge as paid', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let status: PledgeStatus = 'setup_pending';
        let held = false;
        for (const event of events) {
          if (!processorAllows(event, held, status)) continue;
          held = heldAfter(event, held);
          const decision = decidePledge(status, event);
          if ('to' in decision) status = decision.to;
          expect(held).toBe(['paid', 'refund_pending', 'disputed', 'dispute_lost'].includes(status));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('never reopens an ended pledge', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pledgeStatuses), anyEvent, (status, event) => {
        const decision = decidePledge(status, event);
        if (!('to' in decision) || livePledgeStatuses.includes(status) || status === 'disputed') return;
        expect(livePledgeStatuses).not.toContain(decision.to);
      }),
      { numRuns: 3000 },
    );
  });

  it('counts a paid pledge without what was refunded of it', () => {
    const partly = { amountCents: 10_00, refundedCents: 3_00 };
    expect(shareOf({ ...partly, status: 'paid' })).toEqual({ pledgedCents: 10_00, paidCents: 7_00, fans: 1 });
    expect(shareOf({ ...partly, status: 'refunded' })).toEqual({ pledgedCents: 0, paidCents: 0, fans: 0 });
  });

  it('changes totals by the difference of shares, so that they equal a recount', () => {
    const pledges = fc.array(
      fc.record({ amount: fc.integer({ min: 1, max: 1_000_000 }), events: fc.array(anyEvent, { maxLength: 15 }) }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(pledges, (list) => {
        let totals = share('withdrawn', 0);
        let recount = share('withdrawn', 0);
        for (const { amount, events } of list) {
          let status: PledgeStatus = 'setup_pending';
          for (const event of events) {
            const decision = decidePledge(status, event);
            if (!('to' in decision)) continue;
            totals = addShares(addShares(totals, share(decision.to, amount)), share(status, amount), -1);
            status = decision.to;
          }
          recount = addShares(recount, share(status, amount));
        }
        expect(totals).toEqual(recount);
      }),
      { numRuns: 2000 },
    );
  });

  it('decides the same in bulk and one by one', () => {
    for (const type of ['collect', 'window_over', 'pool_ended'] as const) {
      for (const { from, to } of movesOf({ type })) expect(next(from, { type })).toBe(to);
    }
  });
});
