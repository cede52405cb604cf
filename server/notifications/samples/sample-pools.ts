import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { PledgeRow, PoolRow } from '#server/notifications/notice-pools.sql.ts';

export const due = new Date('2027-01-15T12:00:00Z');

export function poolIn(status: PoolStatus, changes: Partial<PoolRow> = {}): PoolRow {
  return {
    id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a001',
    title: 'A live album from the lighthouse',
    slug: 'a-live-album-from-the-lighthouse',
    status,
    frozen: false,
    adult: false,
    createdAt: new Date('2026-12-20T12:00:00Z'),
    ownerId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a002',
    ownerUsername: 'sam_stone',
    creatorUsername: 'maya_reyes',
    creatorName: 'Maya Reyes',
    assignedCreatorId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a003',
    goalCents: 500_00,
    pledgedCents: 520_00,
    paidCents: 480_00,
    fanCount: 24,
    belowGoal: false,
    wasCharged: true,
    payoutCents: 456_00,
    payoutWaits: false,
    payoutHeld: false,
    keepsDelivery: false,
    deadline: due,
    deliveryDueAt: due,
    responseDueAt: due,
    accountDueAt: null,
    shortfallDueAt: due,
    quietUntil: due,
    ...changes,
  };
}

export function pledgeIn(status: PledgeStatus): PledgeRow {
  return {
    id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a004',
    poolId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a001',
    fanId: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a005',
    amountCents: 20_00,
    dueAt: due,
    paidAt: new Date('2026-12-20T12:00:00Z'),
    declineReason: 'Your card has insufficient funds. Add funds, or use another card.',
    declineKind: 'soft',
    status,
    cardBrand: 'visa',
    cardLast4: '4242',
    metGoalAt: null,
  };
}
