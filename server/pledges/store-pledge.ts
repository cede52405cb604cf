import { v7 as newId } from 'uuid';
import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, isUnavailable, type Tx } from '#server/platform/postgres/db.ts';
import { contentChanged } from '#server/pools/assert-content-seen.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { publishPool } from '#server/pools/publish-pool.ts';
import { assertCreatorPayable } from './creator-payable.ts';
import type {} from './facts.ts';
import { setupOverJob } from './pledge-jobs.ts';
import { mayMovePool } from './policy.ts';
import type { PledgeTarget } from './pool-funding.sql.ts';
import {
  findPledgeOfRequest,
  markGoalMeetingPledge,
  type NewPledge,
  type PledgeOfRequest,
  type PledgeToStore,
  readStatuses,
  type StoredPledge,
  type StoreResult,
  storePledges,
} from './store-pledge.sql.ts';

/** `metGoal`: with this pledge, the pool met its goal. */
type Stored<Result = StoreResult> = Result & { metGoal: boolean };

/**
 * Stores a new pledge that passed the rules. It counts if the fan has a saved card (`pledged`). Without one it waits for a card, and in a
 * pool that takes late pledges for the payment (`opened`). A pledge of this fan that waits already takes the new terms (`restarted`). `repeated`: the
 * pledge that this request key stored before. Throws the codes of `PledgeRefusal`, and `creator_not_payable` for a late pledge.
 */
export async function storePledge(
  context: MoneyContext,
  terms: NewPledge,
  target: PledgeTarget,
): Promise<Stored<StoredPledge> | (PledgeOfRequest & { outcome: 'repeated' })> {
  if (target.takesLatePledges) {
    const repeated = await findRepeated(context, terms);
    if (repeated) return repeated;
    // Before the pledge is stored, because a late fan pays at once.
    await context.db.tx((tx) => assertCreatorPayable(context, tx, target));
  }
  const cardId = target.takesLatePledges ? null : target.cardId;
  const stored = await storeInBatch(context, { ...terms, id: newId(), cardId, isNew: true });
  if (isStored(stored)) return stored;
  throw stored.outcome === 'pool_state' ? contentChanged() : appError(stored.outcome);
}

/** The pledge that this request key stored before. */
export async function findRepeated({ db }: Platform, terms: Pick<NewPledge, 'fanId' | 'requestKey'>) {
  const pledge = await findPledgeOfRequest(db.sql, terms);
  return pledge && { ...pledge, outcome: 'repeated' as const };
}

const isStored = <Result extends StoreResult>(result: Result): result is Result & StoredPledge =>
  ['pledged', 'opened', 'restarted', 'repeated'].includes(result.outcome);

const batchesOf = contextState((context: Platform) =>
  createBatches((items: PledgeToStore[]) => storeTogether(context, items), {
    retryIndividually: (error) => !isUnavailable(error) && !(error instanceof AppError && error.status === 503),
  }),
);

/**
 * Stores a new pledge, or makes one count whose card was saved. Concurrent calls share one transaction, so a pool that many fans pledge to
 * is locked and written once per batch instead of once per fan.
 */
export function storeInBatch(context: Platform, item: PledgeToStore): Promise<Stored> {
  return batchesOf(context)(item);
}

/** Stores pledges in one transaction, so that none of them begins to collect a pool without the others. */
export async function storeTogether(context: Platform, items: readonly PledgeToStore[]): Promise<Stored[]> {
  if (items.length === 0) return [];
  const { setupMs } = context.config.windows;
  return context.db.tx(async (tx) => {
    const results = await storePledges(tx, items, setupMs);
    const stored = results.filter(isStored);
    // Two requests of a batch may make one pledge count.
    const counted = [
      ...new Map(stored.filter(({ outcome }) => outcome === 'pledged').map((pledge) => [pledge.id, pledge])).values(),
    ];
    // Before the facts of the pools that these pledges move.
    await context.facts.publishMany(
      tx,
      'pledge.placed',
      counted.map(({ id: pledgeId, poolId, fanId: userId }) => ({ pledgeId, poolId, userId })),
    );
    const metBy = await updatePools(context, tx, counted);
    // A pool that begins to collect has released the pledges that waited for a card.
    if (metBy.size > 0) await readStatusesAgain(tx, stored);
    // A restarted pledge has its job, which waits for the new end of the set-up window.
    await context.jobs.enqueueMany(
      tx,
      setupOverJob,
      stored
        .filter(({ outcome, status }) => outcome === 'opened' && status === 'setup_pending')
        .map(({ id: pledgeId }) => ({ pledgeId })),
      { startAfterMs: setupMs },
    );
    return results.map((result) => ({ ...result, metGoal: result.id !== null && metBy.has(result.id) }));
  });
}

/** Updates the statuses of stored pledges that waited for a card. */
async function readStatusesAgain(tx: Tx, stored: readonly StoredPledge[]): Promise<void> {
  const waiting = stored.filter(({ status }) => status === 'setup_pending');
  if (waiting.length === 0) return;
  const rows = await readStatuses(
    tx,
    waiting.map(({ id }) => id),
  );
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  for (const pledge of waiting) pledge.status = statusOf.get(pledge.id) ?? pledge.status;
}

/** Publishes the totals of the pools, or moves those whose goal was met. Returns the ids of the pledges that met one. */
async function updatePools(
  context: InTransaction<Platform>,
  tx: Tx,
  counted: readonly StoredPledge[],
): Promise<ReadonlySet<string | undefined>> {
  const metBy = new Set<string | undefined>();
  // `store_pledges` has locked the pools in the order of their ids, so this loop may take any order.
  for (const [id, pledges] of Map.groupBy(counted, ({ poolId }) => poolId)) {
    const [{ poolStatus: status, goalCents, pledgedCents, paidCents, fanCount }] = pledges as [StoredPledge];
    const pool = { id, status, goalCents, pledgedCents, paidCents, fanCount, accountDueAt: null };
    // An accepted pool that waits for its creator's payout account met its goal before. A repeated pledge counts as a new one.
    const centsBefore = pledgedCents - pledges.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (mayMovePool(pool) && centsBefore < goalCents) {
      metBy.add(await markGoalMeetingPledge(tx, id, goalCents));
      await applyPoolEvent(context, tx, id, { type: 'pledges_changed' }, {});
    } else afterCommit(tx, () => publishPool(context, pool));
  }
  return metBy;
}
