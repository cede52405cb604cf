import { describe, expect, it } from 'vitest';
import { type PoolStatus, poolStatuses } from '#contract/pools/pools.ts';
import { allowedTransitions, type Decision, deadlineOf, type PoolState } from '#server/pools/pool-state.ts';
import { hashTerms } from '#server/pools/pool-terms.ts';
import { accept, at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import type { PoolEvent } from './pool-events.ts';
import { decidePool } from './pool-lifecycle.ts';

const decide = (pool: PoolState, event: PoolEvent, moment = now) => decidePool(pool, event, moment, windows);

/** Summarizes a decision as one word. */
function outcome(decision: Decision): string {
  if ('to' in decision) return decision.to;
  return 'refuse' in decision ? decision.refuse : 'stay';
}

const all = (word: string) => Object.fromEntries(poolStatuses.map((status) => [status, word]));
const refused = (moves: Partial<Record<PoolStatus, string>>) => ({ ...all('pool_state'), ...moves });
const stays = (moves: Partial<Record<PoolStatus, string>>) => ({ ...all('stay'), ...moves });
const ended = Object.fromEntries(
  (['completed', 'expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed'] as const).map((status) => [
    status,
    'pool_state',
  ]),
);

const givingBack = new Set(['an admin removes', 'an admin does not decide in time', 'an objection is upheld: refund']);

/** The decision for every event in every state, for the pools of `poolIn`: deadlines in the future, 20 % funded while open. */
const table: [string, PoolEvent, Record<string, string>][] = [
  ['an admin opens', { type: 'opened_by_admin' }, refused({ in_review: 'open' })],
  ['the creator accepts', accept, refused({ open: 'accepted', goal_met: 'accepted' })],
  [
    'the creator accepts the current amount',
    { ...accept, atCurrentAmount: true },
    refused({ open: 'below_floor', goal_met: 'accepted', accepted: 'collecting' }),
  ],
  ['the creator declines', { type: 'decline' }, refused({ open: 'declined', goal_met: 'declined' })],
  [
    'the owner cancels, alone',
    { type: 'cancel', byAdmin: false, othersPledged: false },
    refused({ in_review: 'cancelled', open: 'cancelled', goal_met: 'cancelled', accepted: 'cancelled' }),
  ],
  [
    'the owner cancels, others have pledged',
    { type: 'cancel', byAdmin: false, othersPledged: true },
    refused({
      in_review: 'pool_has_pledges',
      open: 'pool_has_pledges',
      goal_met: 'pool_has_pledges',
      accepted: 'pool_has_pledges',
    }),
  ],
  [
    'an admin cancels',
    { type: 'cancel', byAdmin: true, othersPledged: true },
    refused({ in_review: 'cancelled', open: 'cancelled', goal_met: 'cancelled', accepted: 'cancelled' }),
  ],
  ['the creator goes ahead', { type: 'proceed' }, refused({})],
  ['the creator gives up', { type: 'give_up' }, refused({ in_production: 'refunded', shortfall: 'refunded' })],
  ['the creator delivers', { type: 'submit_delivery' }, refused({ in_production: 'delivery_review' })],
  ['the delivery is approved', { type: 'delivery_approved' }, refused({ delivery_review: 'delivered' })],
  ['the delivery is sent back', { type: 'delivery_sent_back' }, refused({ delivery_review: 'in_production' })],
  [
    'an objection is upheld: refund',
    { type: 'objection_upheld', outcome: 'refund' },
    refused({ delivered: 'refunded' }),
  ],
  [
    'an objection is upheld: redo',
    { type: 'objection_upheld', outcome: 'redo' },
    refused({ delivered: 'in_production' }),
  ],
  ['an admin removes', { type: 'remove' }, { ...all('removed'), removed: 'pool_state' }],
  ['an admin does not decide in time', { type: 'hold_over' }, stays({ delivery_review: 'refunded' })],
  ['an admin freezes', { type: 'freeze' }, { ...all('stay'), ...ended }],
  ['an admin releases what is not frozen', { type: 'unfreeze' }, all('stay')],
  ['pledges change', { type: 'pledges_changed' }, stays({ accepted: 'collecting' })],
  ['charges are final, nothing paid', { type: 'charges_final' }, stays({ collecting: 'shortfall' })],
  ['the clock looks too early', { type: 'clock' }, stays({ accepted: 'collecting' })],
  [
    'the profile is lost',
    { type: 'creator_unassigned' },
    refused({ in_review: 'stay', open: 'stay', goal_met: 'stay' }),
  ],
  ['a second creator is assigned', { type: 'creator_assigned', creatorId: accept.acceptedBy }, refused({})],
];

describe('every event in every state', () => {
  it.each(table)('%s', (_name, event, expected) => {
    const outcomes = Object.fromEntries(poolStatuses.map((status) => [status, outcome(decide(poolIn(status), event))]));
    expect(outcomes).toEqual(expected);
  });

  it('covers every type of event', () => {
    expect(new Set(table.map(([, event]) => event.type)).size).toBe(19);
  });

  it('refuses people and ignores system events while frozen, except those that give the money back', () => {
    for (const status of poolStatuses) {
      for (const [, event] of table.filter(([name]) => !givingBack.has(name))) {
        const decision = decide(poolIn(status, { frozen: true, frozenAt: at(-hourMs) }), event, at(400 * dayMs));
        const system = ['pledges_changed', 'charges_final', 'clock'].includes(event.type);
        const flag = ['freeze', 'unfreeze', 'creator_assigned', 'creator_unassigned'].includes(event.type);
        expect('to' in decision).toBe(false);
        if (!flag) expect(outcome(decision)).toBe(system ? 'stay' : 'pool_frozen');
      }
    }
  });

  it('makes only allowed transitions', () => {
    for (const status of poolStatuses) {
      for (const [, event] of table) {
        const decision = decide(poolIn(status), event);
        if ('to' in decision) expect(allowedTransitions[status]).toContain(decision.to);
      }
    }
  });
});

describe('funding', () => {
  const changed: PoolEvent = { type: 'pledges_changed' };
  it('meets the goal exactly at the goal and starts the response clock', () => {
    expect(outcome(decide(poolIn('open', { pledgedCents: 9999 }), changed))).toBe('stay');
    expect(decide(poolIn('open', { pledgedCents: 10_000 }), changed)).toMatchObject({
      to: 'goal_met',
      patch: { responseDueAt: at(windows.responseMs) },
    });
  });

  it('waits for the funding deadline while no creator is assigned', () => {
    const unassigned = { assignedCreatorId: null };
    expect(decide(poolIn('open', { ...unassigned, pledgedCents: 10_000 }), changed)).toMatchObject({
      to: 'goal_met',
      patch: { responseDueAt: at(29 * dayMs) },
    });
    const waiting = poolIn('goal_met', { ...unassigned, responseDueAt: at(29 * dayMs) });
    expect(outcome(decide(waiting, { type: 'clock' }, at(10 * dayMs)))).toBe('stay');
    expect(decide(waiting, { type: 'clock' }, at(29 * dayMs))).toMatchObject({
      to: 'lapsed',
      reason: 'No creator took on this pool by its deadline. No card was charged.',
    });
  });

  it('gives a creator who is assigned later the full response window', () => {
    const pool = poolIn('goal_met', { assignedCreatorId: null, responseDueAt: at(hourMs) });
    expect(decide(pool, { type: 'creator_assigned', creatorId: accept.acceptedBy })).toEqual({
      stay: true,
      patch: { assignedCreatorId: accept.acceptedBy, responseDueAt: at(windows.responseMs) },
    });
    expect(decide(poolIn('open', { assignedCreatorId: null }), { type: 'creator_assigned', creatorId: 'x' })).toEqual({
      stay: true,
      patch: { assignedCreatorId: 'x' },
    });
    const claimed = { type: 'creator_assigned', creatorId: 'x', profileId: 'p' } as const;
    expect(decide(poolIn('in_review', { assignedCreatorId: null }), claimed)).toEqual({
      stay: true,
      patch: { assignedCreatorId: 'x', creatorProfileId: 'p' },
    });
    expect(outcome(decide(poolIn('declined', { assignedCreatorId: null }), claimed))).toBe('pool_state');
  });

  it('stops the response clock when a withdrawal drops the total below the goal', () => {
    expect(decide(poolIn('goal_met', { pledgedCents: 9999 }), changed)).toMatchObject({
      to: 'open',
      patch: { responseDueAt: null },
    });
  });

  it.each(['open', 'accepted'] as const)('%s expires at the deadline below the goal', (status) => {
    const pool = poolIn(status, { pledgedCents: 9999 });
    expect(outcome(decide(pool, { type: 'clock' }, at(29 * dayMs - 1)))).toBe('stay');
    expect(outcome(decide(pool, { type: 'clock' }, at(29 * dayMs)))).toBe('expired');
  });

  it('does not expire a goal that was met in time when the clock job is late', () => {
    expect(outcome(decide(poolIn('open', { pledgedCents: 10_000 }), { type: 'clock' }, at(30 * dayMs)))).toBe(
      'goal_met',
    );
    expect(outcome(decide(poolIn('accepted'), { type: 'clock' }, at(30 * dayMs)))).toBe('collecting');
  });

  it('lapses when the creator does not answer', () => {
    expect(outcome(decide(poolIn('goal_met'), { type: 'clock' }, at(3 * dayMs)))).toBe('lapsed');
  });

  it.each(['open', 'goal_met'] as const)('refuses decisions about %s after its deadline', (status) => {
    const late = at(30 * dayMs);
    for (const event of [
      accept,
      { type: 'decline' },
      { type: 'cancel', byAdmin: true, othersPledged: false },
    ] as const) {
      expect(outcome(decide(poolIn(status), event, late))).toBe('pool_state');
    }
    expect(outcome(decide(poolIn(status), { type: 'remove' }, late))).toBe('removed');
  });

  it('extends the deadline if the review took longer than the funding time', () => {
    expect(decide(poolIn('in_review'), { type: 'opened_by_admin' })).not.toHaveProperty('patch.deadline');
    const late = at(40 * dayMs);
    expect(decide(poolIn('in_review'), { type: 'opened_by_admin' }, late)).toMatchObject({
      to: 'open',
      patch: { deadline: new Date(late.getTime() + 30 * dayMs) },
    });
  });
});

describe('accepting', () => {
  it('freezes the terms with their hash', () => {
    const decision = decide(poolIn('goal_met'), accept);
    if (!('to' in decision) || !decision.patch.terms) throw new Error('not accepted');
    const { hash, ...terms } = decision.patch.terms;
    expect(terms).toEqual({
      poolId: poolIn('open').id,
      goalCents: 10_000,
      floorCents: 5000,
      atCurrentAmount: false,
      pledgedCents: 10_000,
      deliveryDays: 10,
      feePercent: 5,
      acceptedAt: now.toISOString(),
      acceptedBy: accept.acceptedBy,
    });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    // PostgreSQL returns the JSON fields in another order.
    expect(hashTerms(Object.fromEntries(Object.entries(terms).reverse()) as typeof terms)).toBe(hash);
    expect(hashTerms({ ...terms, floorCents: 4999 })).not.toBe(hash);
  });

  it('accepts a floor up to the goal', () => {
    expect(outcome(decide(poolIn('open'), { ...accept, floorCents: 10_001 }))).toBe('floor_above_goal');
    expect(outcome(decide(poolIn('open'), { ...accept, floorCents: 10_000 }))).toBe('accepted');
  });

  it('needs pledges of at least the floor to accept at the current amount', () => {
    const now = { ...accept, atCurrentAmount: true };
    expect(outcome(decide(poolIn('open', { pledgedCents: 4999 }), now))).toBe('below_floor');
    expect(outcome(decide(poolIn('open', { pledgedCents: 5000 }), now))).toBe('accepted');
    expect(outcome(decide(poolIn('open', { pledgedCents: 0 }), { ...now, floorCents: 0 }))).toBe('below_floor');
  });

  it('collects at the goal, or at the floor if the creator accepted the current amount', () => {
    const changed: PoolEvent = { type: 'pledges_changed' };
    expect(outcome(decide(poolIn('accepted', { pledgedCents: 9999 }), changed))).toBe('stay');
    expect(decide(poolIn('accepted'), changed)).toMatchObject({
      to: 'collecting',
      patch: { paymentDueAt: at(windows.paymentMs) },
    });
    const current = { atCurrentAmount: true, pledgedCents: 5000 };
    expect(outcome(decide(poolIn('accepted', current), changed))).toBe('collecting');
    expect(outcome(decide(poolIn('accepted', { ...current, pledgedCents: 4999 }), changed))).toBe('stay');
  });
});

describe('collecting and shortfall', () => {
  const over = at(3 * dayMs);
  it('waits for open charges, then decides by the paid amount', () => {
    const paid = { paidCents: 5000 };
    expect(outcome(decide(poolIn('collecting', paid), { type: 'pledges_changed' }))).toBe('stay');
    expect(decide(poolIn('collecting', { ...paid, chargesOpen: 0 }), { type: 'pledges_changed' })).toMatchObject({
      to: 'in_production',
      patch: { deliveryDueAt: at(10 * dayMs), paymentDueAt: null },
    });
    expect(outcome(decide(poolIn('collecting', paid), { type: 'charges_final' }))).toBe('in_production');
    expect(outcome(decide(poolIn('collecting', paid), { type: 'clock' }, over))).toBe('in_production');
    expect(decide(poolIn('collecting', { paidCents: 4999 }), { type: 'clock' }, over)).toMatchObject({
      to: 'shortfall',
      patch: { shortfallDueAt: at(3 * dayMs + windows.shortfallMs) },
    });
  });

  it('never decides while the outcome of a charge is unknown', () => {
    const unknown = poolIn('collecting', { paidCents: 4999, chargesInFlight: 1 });
    for (const type of ['clock', 'pledges_changed', 'charges_final'] as const) {
      expect(outcome(decide(unknown, { type }, at(90 * dayMs)))).toBe('stay');
    }
  });

  it('ends in a shortfall if nothing was paid', () => {
    expect(outcome(decide(poolIn('collecting', { floorCents: 0 }), { type: 'clock' }, over))).toBe('shortfall');
    expect(outcome(decide(poolIn('shortfall', { paidCents: 0 }), { type: 'proceed' }))).toBe('pool_state');
  });

  it('refunds a shortfall unless the creator goes ahead in time', () => {
    const pool = poolIn('shortfall', { paidCents: 100 });
    expect(decide(pool, { type: 'proceed' })).toMatchObject({
      to: 'in_production',
      patch: { deliveryDueAt: at(10 * dayMs), shortfallDueAt: null },
    });
    expect(outcome(decide(pool, { type: 'proceed' }, at(dayMs)))).toBe('pool_state');
    expect(outcome(decide(pool, { type: 'clock' }, at(dayMs - 1)))).toBe('stay');
    expect(outcome(decide(pool, { type: 'clock' }, at(dayMs)))).toBe('refunded');
  });
});

describe('delivery', () => {
  it('refunds when nothing was delivered by the end of the grace period', () => {
    const pool = poolIn('in_production');
    const end = 5 * dayMs + windows.deliveryGraceMs;
    expect(deadlineOf(pool, windows)).toEqual(at(end));
    expect(outcome(decide(pool, { type: 'submit_delivery' }, at(end - 1)))).toBe('delivery_review');
    expect(outcome(decide(pool, { type: 'submit_delivery' }, at(end)))).toBe('pool_state');
    expect(outcome(decide(pool, { type: 'clock' }, at(end - 1)))).toBe('stay');
    expect(outcome(decide(pool, { type: 'clock' }, at(end)))).toBe('refunded');
  });

  it('pauses the delivery clock during the review', () => {
    const submitted = decide(poolIn('in_production'), { type: 'submit_delivery' });
    expect(submitted).toMatchObject({ patch: { deliveryDueAt: at(5 * dayMs), deliveryPausedAt: now } });
    const pool = poolIn('delivery_review', { deliveryPausedAt: now });
    expect(deadlineOf(pool, windows)).toBeNull();
    expect(outcome(decide(pool, { type: 'clock' }, at(99 * dayMs)))).toBe('stay');
    expect(decide(pool, { type: 'delivery_sent_back' }, at(20 * dayMs))).toMatchObject({
      to: 'in_production',
      patch: { deliveryDueAt: at(25 * dayMs), deliveryPausedAt: null },
    });
  });

  it('completes after the quiet period unless an objection is open', () => {
    expect(decide(poolIn('delivery_review'), { type: 'delivery_approved' })).toMatchObject({
      to: 'delivered',
      patch: { quietUntil: at(windows.quietMs) },
    });
    expect(outcome(decide(poolIn('delivered'), { type: 'clock' }, at(dayMs)))).toBe('completed');
    expect(outcome(decide(poolIn('delivered', { openObjections: 1 }), { type: 'clock' }, at(9 * dayMs)))).toBe('stay');
    const upheld = { type: 'objection_upheld', outcome: 'refund' } as const;
    expect(outcome(decide(poolIn('delivered', { openObjections: 1 }), upheld, at(9 * dayMs)))).toBe('refunded');
  });

  it('gives a redelivery the remaining time and at least the grace period', () => {
    const redo = { type: 'objection_upheld', outcome: 'redo' } as const;
    const early = poolIn('delivered', { deliveryDueAt: at(2 * dayMs), deliveryPausedAt: at(0) });
    expect(decide(early, redo, at(dayMs))).toMatchObject({ patch: { deliveryDueAt: at(3 * dayMs) } });
    const late = poolIn('delivered', { deliveryDueAt: at(-2 * dayMs), deliveryPausedAt: at(0) });
    expect(decide(late, redo, at(dayMs))).toMatchObject({ patch: { deliveryDueAt: at(dayMs), quietUntil: null } });
  });
});

describe('freezing', () => {
  it('moves every deadline by the time spent frozen', () => {
    expect(decide(poolIn('goal_met'), { type: 'freeze' })).toEqual({
      stay: true,
      patch: { frozen: true, frozenAt: now },
    });
    const frozen = poolIn('goal_met', { frozen: true, frozenAt: now });
    expect(decide(frozen, { type: 'unfreeze' }, at(10 * dayMs))).toMatchObject({
      stay: true,
      patch: {
        frozen: false,
        frozenAt: null,
        responseDueAt: at(13 * dayMs),
        deadline: at(39 * dayMs),
        quietUntil: null,
      },
    });
  });

  it('gives a creator who is assigned during a freeze the response window once, from the end of the freeze', () => {
    const frozen = poolIn('goal_met', { assignedCreatorId: null, frozen: true, frozenAt: now });
    const assigned = decide(frozen, { type: 'creator_assigned', creatorId: 'x' }, at(20 * dayMs));
    if (!('stay' in assigned) || !assigned.patch) throw new Error('not assigned');
    expect(decide({ ...frozen, ...assigned.patch }, { type: 'unfreeze' }, at(21 * dayMs))).toMatchObject({
      patch: { responseDueAt: at(21 * dayMs + windows.responseMs) },
    });
  });

  it('does not count the time of a freeze twice during a review', () => {
    const frozen = poolIn('delivery_review', {
      deliveryDueAt: at(5 * dayMs),
      deliveryPausedAt: now,
      frozen: true,
      frozenAt: at(dayMs),
    });
    const released = decide(frozen, { type: 'unfreeze' }, at(3 * dayMs));
    if (!('stay' in released) || !released.patch) throw new Error('not released');
    const pool = { ...frozen, ...released.patch };
    expect(decide(pool, { type: 'delivery_sent_back' }, at(4 * dayMs))).toMatchObject({
      patch: { deliveryDueAt: at(9 * dayMs) },
    });
  });

  it('refuses to freeze an ended pool, and removes a frozen one, which then is not frozen', () => {
    expect(outcome(decide(poolIn('completed'), { type: 'freeze' }))).toBe('pool_state');
    const frozen = { frozen: true, frozenAt: at(-hourMs) };
    for (const event of [{ type: 'remove' }, { type: 'hold_over' }] as const) {
      const decision = decide(poolIn('collecting', frozen), event);
      expect(decision).toMatchObject({ patch: { frozen: false, frozenAt: null, endedAt: now } });
    }
  });
});

it('records when and why a pool ended and keeps the time when it is removed later', () => {
  expect(decide(poolIn('in_production'), { type: 'give_up' })).toMatchObject({
    patch: { endedAt: now, endReason: 'The creator gave up. Everyone who paid is refunded.', deliveryDueAt: null },
  });
  expect(decide(poolIn('expired'), { type: 'remove' })).toMatchObject({ patch: { endedAt: at(-hourMs) } });
});
