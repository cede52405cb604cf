import { expect, it } from 'vitest';
import type { PoolState } from '#server/pools/pool-state.ts';
import { at, dayMs, hourMs, now, poolIn, windows } from '#testing/pool-states.ts';
import { decidePool } from './pool-lifecycle.ts';

const unassigned = (pool: PoolState, moment = now) => decidePool(pool, { type: 'creator_unassigned' }, moment, windows);

it('waits for another creator until the funding deadline when its creator loses the profile', () => {
  expect(unassigned(poolIn('goal_met', { responseDueAt: at(hourMs) }))).toEqual({
    stay: true,
    patch: { assignedCreatorId: null, responseDueAt: poolIn('goal_met').deadline },
  });
  expect(unassigned(poolIn('open', { responseLeftMs: hourMs }))).toEqual({
    stay: true,
    patch: { assignedCreatorId: null, responseLeftMs: null },
  });
});

it('takes a frozen and an overdue pool from its creator, too', () => {
  const frozen = poolIn('open', { frozen: true, frozenAt: at(-hourMs) });
  expect(unassigned(frozen)).toMatchObject({ patch: { assignedCreatorId: null } });
  expect(unassigned(poolIn('open'), at(400 * dayMs))).toMatchObject({ patch: { assignedCreatorId: null } });
});
