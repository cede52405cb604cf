import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import { estimateCosts, type FeeSplit, splitFees } from '#contract/values/fees.ts';
import type { Paid } from '#server/money/read-payments.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { isWaitingForAccount } from '#server/pools/pool-state.ts';
import { type Collection, expectedCollection, type History } from './collection-odds.ts';

const estimatedStates: readonly PoolStatus[] = ['in_review', 'open', 'goal_met', 'accepted', 'collecting'];

/** Whether the pool's charges are not all decided, so that its income is an estimate. */
export const isEstimated = (status: PoolStatus): boolean => estimatedStates.includes(status);

type Forecasted = Pick<PoolRow, 'status' | 'goalCents' | 'pledgedCents' | 'fanCount' | 'atCurrentAmount'>;

/** The collected sum if no card fails: the pledges, or the goal while the pool has not reached it. */
function collectedAt(pool: Forecasted): number {
  const settled =
    pool.status === 'goal_met' || pool.status === 'collecting' || (pool.status === 'accepted' && pool.atCurrentAmount);
  return settled ? pool.pledgedCents : Math.max(pool.goalCents, pool.pledgedCents);
}

/** Estimates the creator's income from a pool: before the charges from the goal or from pledges above it, afterward from the paid sum. */
export function forecastOf(
  pool: Forecasted,
  feePercent: number,
  paid: Paid | undefined,
): FeeSplit & { estimated: boolean } {
  if (!isEstimated(pool.status)) {
    const { paidCents, costCents } = paid ?? { paidCents: 0, costCents: 0 };
    return { ...splitFees(paidCents, feePercent, costCents), estimated: false };
  }
  const amountCents = collectedAt(pool);
  const costCents = estimateCosts(amountCents, pool.pledgedCents, pool.fanCount);
  return { ...splitFees(amountCents, feePercent, costCents), estimated: true };
}

/** The pledge that we assume for a pool without pledges. */
const usualPledgeCents = 10_00;

/** The pledges of a pool that waits for its goal, extended to the goal by more pledges of the same sizes. */
function extendedTo(amountCents: number, { paidCents, waiting, due }: Collection): Collection {
  const missingCents = amountCents - paidCents - waiting.cents - due.cents;
  if (missingCents <= 0) return { paidCents, waiting, due };
  const squarePerCent = waiting.cents > 0 ? waiting.squaredCents / waiting.cents : usualPledgeCents;
  return {
    paidCents,
    waiting: {
      cents: waiting.cents + missingCents,
      squaredCents: waiting.squaredCents + missingCents * squarePerCent,
    },
    due,
  };
}

const noPledges: Collection = {
  paidCents: 0,
  waiting: { cents: 0, squaredCents: 0 },
  due: { cents: 0, squaredCents: 0 },
};

/** The range of the collected sum and of the creator's share of it; null once collecting has ended. */
export function expectedOf(
  pool: Forecasted,
  feePercent: number,
  { collection = noPledges, history }: { collection: Collection | undefined; history: History },
): CreatorRequest['expected'] {
  if (!isEstimated(pool.status)) return null;
  const { lowCents, highCents } = expectedCollection(extendedTo(collectedAt(pool), collection), history);
  const net = (cents: number) =>
    cents > 0 ? splitFees(cents, feePercent, estimateCosts(cents, pool.pledgedCents, pool.fanCount)).netCents : 0;
  return {
    lowCents,
    highCents,
    lowNetCents: net(lowCents),
    highNetCents: net(highCents),
    chargeCount: history.all.paid + history.all.unpaid,
    unpaidCount: history.all.unpaid,
  };
}

type Clocked = Pick<
  PoolRow,
  | 'status'
  | 'deadline'
  | 'accountDueAt'
  | 'accountPausedAt'
  | 'paymentDueAt'
  | 'shortfallDueAt'
  | 'deliveryDueAt'
  | 'quietUntil'
  | 'terms'
>;

/** Collecting begins at the latest when the funding or the wait for the payout account ends. */
const deadlineOfAccepted = (pool: Clocked): Date => (isWaitingForAccount(pool) ? pool.accountDueAt : pool.deadline);

/** The latest payout date if the creator uses all of their time and delivers on time. Null before acceptance and after the end. */
export function payoutByOf(pool: Clocked, windows: Config['windows']): Date | null {
  const { paymentMs, deliveryDayMs, quietMs } = windows;
  const makingMs = (pool.terms?.deliveryDays ?? 0) * deliveryDayMs;
  const after = (start: Date | null, ...spans: number[]) =>
    start && new Date(spans.reduce((total, span) => total + span, start.getTime()));
  switch (pool.status) {
    case 'accepted':
      return after(deadlineOfAccepted(pool), paymentMs, makingMs, quietMs);
    case 'collecting':
      return after(pool.paymentDueAt, makingMs, quietMs);
    case 'shortfall':
      return after(pool.shortfallDueAt, makingMs, quietMs);
    case 'in_production':
    case 'delivery_review':
      return after(pool.deliveryDueAt, quietMs);
    case 'delivered':
      return pool.quietUntil;
    default:
      return null;
  }
}
