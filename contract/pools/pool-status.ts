import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';

/** The states of a pool. */
export const poolStatuses = [
  'in_review',
  'open',
  'goal_met',
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivery_review',
  'delivered',
  'completed',
  'expired',
  'declined',
  'lapsed',
  'cancelled',
  'refunded',
  'removed',
] as const;
export type PoolStatus = (typeof poolStatuses)[number];

/** States in which a pool has ended. */
export const endedPoolStatuses: readonly PoolStatus[] = poolStatuses.slice(poolStatuses.indexOf('completed'));

/** States in which a pool accepts pledges and charges their cards later. */
export const pledgingPoolStatuses: readonly PoolStatus[] = ['open', 'goal_met', 'accepted'];

/** States of pools in the public feed. */
export const listedPoolStatuses: readonly PoolStatus[] = [
  'open',
  'goal_met',
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivery_review',
  'delivered',
  'completed',
];

interface PoolFunding {
  status: PoolStatus;
  pledgedAmount: number;
  fundingGoal: number;
  assignedCreator: object | null;
}

/** Whether a pool that had met its goal is below it again, and its creator may still accept the current amount. Fans can still pledge. */
export const isAnsweredBelowGoal = (pool: PoolFunding): boolean =>
  pool.status === 'goal_met' && pool.assignedCreator !== null && pool.pledgedAmount < pool.fundingGoal;

/** Short labels of pool statuses, the same on every screen. */
export const poolStatusWords: Record<PoolStatus, Message> = {
  in_review: msg`Waiting for review`,
  open: msg`Filling up`,
  goal_met: msg`Goal met`,
  accepted: msg({ message: 'Accepted', context: 'status of a pool' }),
  collecting: msg`Collecting pledges`,
  shortfall: msg`Too little paid`,
  in_production: msg`Being made`,
  delivery_review: msg`Delivery in review`,
  delivered: msg({ message: 'Delivered', context: 'status of a pool' }),
  completed: msg({ message: 'Delivered', context: 'status of a pool' }),
  expired: msg`Ended below the goal`,
  declined: msg({ message: 'Declined', context: 'status of a pool' }),
  lapsed: msg`Not started in time`,
  cancelled: msg({ message: 'Canceled', context: 'status of a pool' }),
  refunded: msg({ message: 'Refunded', context: 'status of a pool' }),
  removed: msg({ message: 'Removed', context: 'status of a pool' }),
};

/** The label of a pool's status. A withdrawn pledge can put a pool that has met its goal below it again, and its status stays. */
export const poolStatusLabel = (pool: PoolFunding): Text =>
  isAnsweredBelowGoal(pool) ? t`Below its goal` : textOf(poolStatusWords[pool.status]);

/** The stages of a creator's listed pools: funding, in progress, delivered. */
export const poolStages = ['funding', 'making', 'delivered'] as const;
export type PoolStage = (typeof poolStages)[number];

export const statusesOfStage: Record<PoolStage, readonly PoolStatus[]> = {
  funding: ['open', 'goal_met', 'accepted'],
  making: ['collecting', 'shortfall', 'in_production', 'delivery_review'],
  delivered: ['delivered', 'completed'],
};
