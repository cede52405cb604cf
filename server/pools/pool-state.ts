import type { ErrorCode } from '#contract/errors.ts';
import type { PoolStatus } from '#contract/pools.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { PoolRow } from './pool.ts';

export type Windows = Config['windows'];

/** The columns a decision depends on, and two counts that stand in other tables. */
export type PoolState = Pick<
  PoolRow,
  | 'id'
  | 'status'
  | 'frozen'
  | 'frozenAt'
  | 'goalCents'
  | 'pledgedCents'
  | 'paidCents'
  | 'floorCents'
  | 'deliveryDays'
  | 'atCurrentAmount'
  | 'assignedCreatorId'
  | 'createdAt'
  | 'deadline'
  | 'responseDueAt'
  | 'paymentDueAt'
  | 'shortfallDueAt'
  | 'deliveryDueAt'
  | 'deliveryPausedAt'
  | 'quietUntil'
  | 'endedAt'
> & {
  /** While collecting: pledges that may still be paid, and those of them whose charge has an unknown outcome right now. */
  chargesOpen: number;
  chargesInFlight: number;
  /** While delivered: objections that no admin has decided. */
  openObjections: number;
};

export type PoolPatch = Partial<PoolRow>;
export type Decision =
  | { to: PoolStatus; patch: PoolPatch; reason: string | null }
  | { refuse: ErrorCode; message?: string }
  | { stay: true; patch?: PoolPatch };

/** Every transition there is. The ends lead nowhere but to `removed`, and that leads nowhere. */
export const allowedTransitions: Record<PoolStatus, readonly PoolStatus[]> = {
  in_review: ['open', 'cancelled', 'removed'],
  open: ['goal_met', 'accepted', 'expired', 'declined', 'cancelled', 'removed'],
  goal_met: ['open', 'accepted', 'declined', 'lapsed', 'cancelled', 'removed'],
  accepted: ['collecting', 'expired', 'cancelled', 'removed'],
  collecting: ['in_production', 'shortfall', 'removed'],
  shortfall: ['in_production', 'refunded', 'removed'],
  in_production: ['delivery_review', 'refunded', 'removed'],
  delivery_review: ['delivered', 'in_production', 'removed'],
  delivered: ['completed', 'refunded', 'in_production', 'removed'],
  completed: ['removed'],
  expired: ['removed'],
  declined: ['removed'],
  lapsed: ['removed'],
  cancelled: ['removed'],
  refunded: ['removed'],
  removed: [],
};

/** Nobody is to answer it yet, and it still waits for somebody. */
export const isClaimable = (pool: Pick<PoolState, 'status' | 'assignedCreatorId'>): boolean =>
  pool.assignedCreatorId === null && ['in_review', 'open', 'goal_met'].includes(pool.status);

export const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** The moment at which something happens by itself if nobody does anything; null when nothing will. */
export function clockOf(
  pool: Pick<
    PoolState,
    'status' | 'deadline' | 'responseDueAt' | 'paymentDueAt' | 'shortfallDueAt' | 'deliveryDueAt' | 'quietUntil'
  >,
  windows: Windows,
): Date | null {
  switch (pool.status) {
    case 'open':
    case 'accepted':
      return pool.deadline;
    case 'goal_met':
      return pool.responseDueAt;
    case 'collecting':
      return pool.paymentDueAt;
    case 'shortfall':
      return pool.shortfallDueAt;
    case 'in_production':
      return pool.deliveryDueAt && later(pool.deliveryDueAt, windows.deliveryGraceMs);
    case 'delivered':
      return pool.quietUntil;
    default:
      return null;
  }
}
