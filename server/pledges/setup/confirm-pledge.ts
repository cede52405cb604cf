import { AppError } from '#contract/errors.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, isUnavailable, type Tx } from '#server/platform/postgres/db.ts';
import { isCrossed } from '#server/pledges/apply-pledge-event.ts';
import type {} from '#server/pledges/facts.ts';
import { findGoalMeetingPledge, markGoalMet } from '#server/pledges/goal-meeting.sql.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import type { PoolTotals } from '#server/pools/pool.ts';
import { publishPool } from '#server/pools/publish-pool.ts';
import { type Confirmation, type Confirmed, confirmAll } from './confirm.sql.ts';

/** `metGoal`: with this pledge, the pool met its goal. */
type CountedPledge = Confirmed & { metGoal: boolean };

const confirmationsOf = contextState((context: Platform) =>
  createBatches((items: Confirmation[]) => confirmBatch(context, items), {
    retryIndividually: (error) => !isUnavailable(error) && !(error instanceof AppError && error.status === 503),
  }),
);

/**
 * Makes a pledge with a verified card count. Concurrent confirmations share one transaction, so a pool that many fans pledge to is
 * locked and written once per batch instead of once per fan.
 */
export function confirmPledge(context: Platform, item: Confirmation): Promise<CountedPledge> {
  return confirmationsOf(context)(item);
}

/** Makes pledges with saved cards count in one transaction, so that none of them begins to collect a pool without the others. */
export async function confirmTogether(context: Platform, items: Confirmation[]): Promise<void> {
  if (items.length > 0) await confirmBatch(context, items);
}

async function confirmBatch(context: Platform, items: Confirmation[]): Promise<CountedPledge[]> {
  return context.db.tx(async (tx) => {
    const answers = await confirmAll(tx, items);
    const pools = new Map<string, Confirmed>();
    for (const answer of answers) {
      if (answer.outcome === 'pledged' && answer.poolId) pools.set(answer.poolId, answer);
    }
    const goalMetBy = new Set<string | undefined>();
    // `confirm_pledges` has locked the pools in the order of their ids, so this loop may take any order.
    for (const [id, { poolStatus: status, goalCents, pledgedCents, paidCents, fanCount }] of pools) {
      const pool = { id, status, goalCents, pledgedCents, paidCents, fanCount, accountDueAt: null };
      if (isCrossed(pool) && mayHaveMetGoal(pool, answers)) goalMetBy.add(await meetGoal(context, tx, pool));
      else afterCommit(tx, () => publishPool(context, pool));
    }
    await context.facts.publishMany(tx, 'pledge.placed', placedPledges(items, answers));
    return answers.map((answer) => ({ ...answer, metGoal: answer.id !== null && goalMetBy.has(answer.id) }));
  });
}

/** False if the goal was met before: an accepted pool may wait for its creator's payout account. A repeated pledge counts as a new one. */
function mayHaveMetGoal({ id, goalCents, pledgedCents }: PoolTotals, answers: readonly Confirmed[]): boolean {
  const inBatch = answers.filter(({ outcome, poolId }) => outcome === 'pledged' && poolId === id);
  return pledgedCents - inBatch.reduce((sum, { amountCents }) => sum + amountCents, 0) < goalCents;
}

/** The answers are in the order of the items. */
function placedPledges(items: readonly Confirmation[], answers: readonly Confirmed[]) {
  return items.flatMap(({ id, poolId, fanId }, index) =>
    answers[index]?.outcome === 'pledged' ? [{ pledgeId: id, poolId, userId: fanId }] : [],
  );
}

/** Moves a pool whose goal this batch has met, and marks the pledge that met it. Returns its id. */
async function meetGoal(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, goalCents }: { id: string; goalCents: number },
): Promise<string | undefined> {
  const pledgeId = await findGoalMeetingPledge(tx, id, goalCents);
  if (pledgeId) await markGoalMet(tx, pledgeId);
  await applyPoolEvent(context, tx, id, { type: 'pledges_changed' }, {});
  return pledgeId;
}
