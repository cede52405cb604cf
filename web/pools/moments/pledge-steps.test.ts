import { describe, expect, test } from 'vitest';
import { poolStatuses } from '#contract/pools/pool-status.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { pledgeStepsOf } from './pledge-steps.ts';

const clocks = {
  responseDueAt: '2026-11-30T12:00:00Z',
  paymentDueAt: '2026-12-02T12:00:00Z',
  shortfallDueAt: '2026-12-03T12:00:00Z',
  deliveryDueAt: '2026-12-10T12:00:00Z',
  quietUntil: '2026-12-14T12:00:00Z',
};
const person = { id: '1', username: 'maya', displayName: 'Maya', avatarUrl: null };

function stepsIn(status: PoolStatus, more: Partial<Pool> = {}) {
  const pool = {
    status,
    frozen: false,
    fundingGoal: 100_00,
    pledgedAmount: 80_00,
    deadline: '2026-11-28T12:00:00Z',
    clocks,
    events: [],
    terms: null,
    targetCreator: null,
    assignedCreator: person,
    ...more,
  } as unknown as Pool;
  const pledge = { amountCents: 20_00, paidAt: '2026-11-29T12:00:00Z' };
  return pledgeStepsOf({ ...poolFactsOf(pool, undefined), pledge });
}
const textOf = (status: PoolStatus, more?: Partial<Pool>) =>
  stepsIn(status, more)
    .map(({ title, text }) => `${title}: ${text}`)
    .join('\n');

describe('the steps after a pledge', () => {
  test('name the deadline, and the fan’s own charge, while the pool fills up', () => {
    const text = textOf('open');
    expect(text).toContain('$20 to go by Nov 28, 2026.');
    expect(text).toContain('Maya answers: They have a few days from the day the goal is met');
    expect(text).toContain('$20, once, as soon as Maya accepts.');
    expect(text).toContain('no more than 60 days after cards are charged');
  });

  test('promise no answer from a creator who is not assigned', () => {
    expect(textOf('open', { assignedCreator: null })).toContain('any creator can take it on');
    expect(textOf('goal_met', { assignedCreator: null })).toContain('No creator has taken it on yet.');
  });

  test.each([
    ['goal_met', 'They have until Nov 30, 2026 to accept or decline.'],
    ['collecting', 'can pay until Dec 2, 2026.'],
    ['shortfall', 'By Dec 3, 2026 they go ahead with less'],
    ['in_production', 'due by Dec 10, 2026.'],
    ['delivered', 'object by Dec 14, 2026.'],
  ] as const)('name the next date of a pool that is %s', (status, sentence) => {
    expect(textOf(status)).toContain(sentence);
  });

  test('have at most one current step, and none in frozen and ended pools', () => {
    for (const status of poolStatuses) {
      const current = stepsIn(status).filter(({ state }) => state === 'now');
      expect(current.length, status).toBe(stepsIn(status).length > 0 ? 1 : 0);
      expect(stepsIn(status, { frozen: true })).toEqual([]);
    }
    expect(stepsIn('expired')).toEqual([]);
  });
});
