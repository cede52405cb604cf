import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { poolNotices } from '#server/notifications/pool-notices.ts';
import type { PoolNotices, PoolTransition } from '#server/notifications/pool-transition.ts';

type PoolRow = Parameters<typeof poolNotices>[0];
type PledgeRow = Parameters<NonNullable<PoolNotices['fans']>>[0];

/** Noon UTC of a day. */
export const day = (text: string) => new Date(`${text}T12:00:00Z`);

/** A pool with a goal of $50, $30 of it from one fan. The deadlines of the state are set. */
export function noticedPool(status: PoolStatus, changes: Partial<PoolRow> = {}): PoolRow {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    title: 'Rain song',
    slug: 'rain-song',
    status,
    frozen: false,
    payoutHeld: false,
    keepsDelivery: false,
    adult: false,
    createdAt: day('2026-11-20'),
    ownerId: 'owner',
    ownerUsername: 'olga',
    creatorUsername: 'maya',
    creatorName: 'Maya',
    assignedCreatorId: 'maya',
    goalCents: 50_00,
    pledgedCents: 50_00,
    paidCents: 50_00,
    fanCount: 2,
    belowGoal: false,
    wasCharged: false,
    payoutCents: null,
    payoutWaits: false,
    deadline: day('2026-12-20'),
    responseDueAt: status === 'goal_met' ? day('2026-11-30') : null,
    accountDueAt: null,
    shortfallDueAt: status === 'shortfall' ? day('2026-12-02') : null,
    deliveryDueAt: status === 'in_production' ? day('2026-12-10') : null,
    quietUntil: status === 'delivered' ? day('2026-12-14') : null,
    ...changes,
  };
}

/** A pledge of $30. */
export const noticedPledge = (status: PledgeStatus, changes: Partial<PledgeRow> = {}): PledgeRow => ({
  id: '00000000-0000-4000-8000-000000000002',
  poolId: '00000000-0000-4000-8000-000000000001',
  fanId: 'anna',
  amountCents: 30_00,
  dueAt: status === 'notified' ? day('2026-12-01') : null,
  paidAt: null,
  declineReason: null,
  declineKind: null,
  status,
  cardBrand: 'visa',
  cardLast4: '4242',
  metGoalAt: null,
  ...changes,
});

export const moved = (
  to: PoolStatus,
  from: PoolStatus,
  event = 'clock',
  reason: string | null = null,
): PoolTransition => ({
  from,
  to,
  event,
  reason,
});
