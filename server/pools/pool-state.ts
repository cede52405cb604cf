import type { ErrorCode } from '#contract/app-error.ts';
import type { Text } from '#contract/language/text.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { PoolRow } from './pool.ts';

export type Windows = Config['windows'];

/** The columns that a decision depends on, and counts from other tables. */
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
  | 'responseLeftMs'
  | 'accountDueAt'
  | 'accountPausedAt'
  | 'paymentDueAt'
  | 'shortfallDueAt'
  | 'deliveryDueAt'
  | 'deliveryPausedAt'
  | 'quietUntil'
  | 'endedAt'
> & {
  /** While accepted: whether the processor that would charge the cards can pay the creator out. */
  isCreatorPayable: boolean;
  /** While collecting: the number of pledges that may still be paid, and of charges with an unknown outcome. */
  chargesOpen: number;
  chargesInFlight: number;
  /** While delivered: the number of undecided objections and withheld deliveries. */
  openObjections: number;
  /** While accepted or delivered: the assigned creator is suspended. */
  isCreatorSuspended: boolean;
};

export type PoolPatch = Partial<PoolRow>;
export type Decision =
  | { to: PoolStatus; patch: PoolPatch; reason: string | null }
  | { refuse: ErrorCode; message?: () => Text }
  | { stay: true; patch?: PoolPatch };

/** All allowed transitions. From an end, only `removed` is reachable; `removed` is final. */
export const allowedTransitions: Record<PoolStatus, readonly PoolStatus[]> = {
  in_review: ['open', 'cancelled', 'removed'],
  open: ['goal_met', 'accepted', 'expired', 'declined', 'cancelled', 'removed'],
  goal_met: ['open', 'accepted', 'declined', 'lapsed', 'cancelled', 'removed'],
  accepted: ['collecting', 'expired', 'lapsed', 'cancelled', 'removed'],
  collecting: ['in_production', 'shortfall', 'refunded', 'removed'],
  shortfall: ['in_production', 'refunded', 'removed'],
  in_production: ['delivery_review', 'refunded', 'removed'],
  delivery_review: ['delivered', 'in_production', 'refunded', 'removed'],
  delivered: ['completed', 'refunded', 'in_production', 'removed'],
  completed: ['removed'],
  expired: ['removed'],
  declined: ['removed'],
  lapsed: ['removed'],
  cancelled: ['removed'],
  refunded: ['removed'],
  removed: [],
};

/** Whether the pool still needs an assigned creator. */
export const isClaimable = (pool: Pick<PoolState, 'status' | 'assignedCreatorId'>): boolean =>
  pool.assignedCreatorId === null && ['in_review', 'open', 'goal_met'].includes(pool.status);

export const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** A floor of 0 still needs a payment: a creator never works for $0. */
export const floorOf = (pool: Pick<PoolState, 'floorCents'>) => Math.max(pool.floorCents ?? 0, 1);

/** Whether an accepted pool has what it waits for: its goal, or the floor if the creator takes the current amount. */
export const hasEnough = (pool: Pick<PoolState, 'pledgedCents' | 'goalCents' | 'floorCents' | 'atCurrentAmount'>) =>
  pool.pledgedCents >= (pool.atCurrentAmount ? floorOf(pool) : pool.goalCents);

/** Whether an accepted pool has what it needs, except a creator who can be paid, and its wait for that does not stand still. */
export const isWaitingForAccount = (
  pool: Pick<PoolState, 'status' | 'accountDueAt' | 'accountPausedAt'>,
): pool is { accountDueAt: Date } & typeof pool =>
  pool.status === 'accepted' && pool.accountDueAt !== null && pool.accountPausedAt === null;

/** The time of the next automatic transition; null if only a person can move the pool. */
export function deadlineOf(
  pool: Pick<
    PoolState,
    | 'status'
    | 'deadline'
    | 'responseDueAt'
    | 'accountDueAt'
    | 'accountPausedAt'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'quietUntil'
  >,
  windows: Windows,
): Date | null {
  switch (pool.status) {
    case 'open':
      return pool.deadline;
    case 'accepted':
      return isWaitingForAccount(pool) ? pool.accountDueAt : pool.deadline;
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
