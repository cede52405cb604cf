import type { PoolStatus } from '#contract/pools/pools.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { PoolEvent } from '#server/pools/lifecycle/pool-events.ts';
import { isEnded } from '#server/pools/pool.ts';
import type { PoolState, Windows } from '#server/pools/pool-state.ts';

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
export const now = new Date('2026-03-01T12:00:00Z');
export const at = (ms: number) => new Date(now.getTime() + ms);

export const windows: Windows = readConfig({ NODE_ENV: 'test' }).windows;

/** A pool in the middle of a state: goal $100, floor $50, every deadline in the future. */
export function poolIn(status: PoolStatus, changes: Partial<PoolState> = {}): PoolState {
  const funded = !['in_review', 'open'].includes(status);
  const accepted = !['in_review', 'open', 'goal_met', 'expired', 'declined', 'lapsed', 'cancelled'].includes(status);
  return {
    id: '00000000-0000-4000-8000-000000000001',
    status,
    frozen: false,
    frozenAt: null,
    goalCents: 10_000,
    pledgedCents: funded ? 10_000 : 2000,
    paidCents: ['in_production', 'delivery_review', 'delivered', 'completed'].includes(status) ? 10_000 : 0,
    floorCents: accepted ? 5000 : null,
    deliveryDays: accepted ? 10 : null,
    atCurrentAmount: false,
    assignedCreatorId: '00000000-0000-4000-8000-000000000002',
    createdAt: at(-dayMs),
    deadline: at(29 * dayMs),
    responseDueAt: status === 'goal_met' ? at(3 * dayMs) : null,
    responseLeftMs: null,
    accountDueAt: null,
    accountPausedAt: null,
    isCreatorPayable: true,
    paymentDueAt: status === 'collecting' ? at(3 * dayMs) : null,
    shortfallDueAt: status === 'shortfall' ? at(dayMs) : null,
    deliveryDueAt: ['in_production', 'delivery_review', 'delivered'].includes(status) ? at(5 * dayMs) : null,
    deliveryPausedAt: ['delivery_review', 'delivered'].includes(status) ? at(-2 * hourMs) : null,
    quietUntil: status === 'delivered' ? at(dayMs) : null,
    endedAt: isEnded(status) ? at(-hourMs) : null,
    chargesOpen: status === 'collecting' ? 2 : 0,
    chargesInFlight: 0,
    openObjections: 0,
    isCreatorSuspended: false,
    ...changes,
  };
}

export const accept: Extract<PoolEvent, { type: 'accept' }> = {
  type: 'accept',
  acceptedBy: '00000000-0000-4000-8000-000000000002',
  deliveryDays: 10,
  floorCents: 5000,
  atCurrentAmount: false,
  allowLatePledges: false,
  feePercent: 5,
};
