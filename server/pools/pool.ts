import { endedPoolStatuses, listedPoolStatuses } from '#contract/pools/pool-status.ts';
import type { PoolStatus, PoolTerms } from '#contract/pools/pools.ts';

/** The slug of a title without Latin letters and digits. */
export const untitledSlug = 'pool';

/** A row of `pools`. Amounts are integer cents; times come from the database's clock. */
export interface PoolRow {
  id: string;
  ownerId: string;
  title: string;
  titleSlug: string;
  slug: string;
  urlHash: string;
  description: string;
  goalCents: number;
  deadline: Date;
  creatorProfileId: string | null;
  assignedCreatorId: string | null;
  status: PoolStatus;
  frozen: boolean;
  frozenAt: Date | null;
  adult: boolean;
  isHighlighted: boolean;
  categoryIds: number[];
  /** A hash of the content that people read before they decide about the pool. */
  contentMark: string;
  pledgedCents: number;
  paidCents: number;
  fanCount: number;
  likeCount: number;
  commentCount: number;
  floorCents: number | null;
  deliveryDays: number | null;
  atCurrentAmount: boolean;
  allowLatePledges: boolean;
  terms: PoolTerms | null;
  responseDueAt: Date | null;
  /** The rest of the creator's time to answer while the pool is below a goal that it had met; null otherwise. */
  responseLeftMs: number | null;
  /** While accepted: when the wait for the creator's payout account ends, and since when it stands still. */
  accountDueAt: Date | null;
  accountPausedAt: Date | null;
  paymentDueAt: Date | null;
  shortfallDueAt: Date | null;
  deliveryDueAt: Date | null;
  deliveryPausedAt: Date | null;
  quietUntil: Date | null;
  clockAt: Date | null;
  endedAt: Date | null;
  endReason: string | null;
  /** Removed, but fans who paid can still open the delivery. */
  keepsDelivery: boolean;
  createdAt: Date;
}

export const isEnded = (status: PoolStatus): boolean => endedPoolStatuses.includes(status);
export const isListed = (status: PoolStatus): boolean => listedPoolStatuses.includes(status);

/** The new totals of a pool, with the columns that tell whether it crossed the goal. */
export type PoolTotals = Pick<
  PoolRow,
  'id' | 'status' | 'goalCents' | 'pledgedCents' | 'paidCents' | 'fanCount' | 'frozen' | 'accountDueAt'
>;
