import type { PoolStatus } from '#contract/pools/pools.ts';
import type {} from '#server/creators/facts.ts';
import { revokeAccess } from '#server/delivery/content-reader.ts';
import type {} from '#server/delivery/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { addToTotals } from '#server/pools/add-to-totals.ts';
import type {} from '#server/pools/facts.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { resumeChargesFor } from './creator-payable.ts';
import type {} from './facts.ts';
import { listPledgedForProfile, type MovedPledge, movePledgesOfPool, type PledgesOfPool } from './moved-pledges.sql.ts';
import { payCreator } from './pay-creator.ts';
import {
  cardRetryJob,
  chargeJob,
  closeJob,
  refundJob,
  remindJob,
  schedulePledgeJob,
  setupOverJob,
} from './pledge-jobs.ts';
import { addShares, movesOf, type PledgeEvent, phaseOf, type Share, shareOf } from './pledge-lifecycle.ts';
import { listWithOpenPages } from './pledges.sql.ts';
import { lockPoolFunding } from './pool-funding.sql.ts';
import { cardRetryAt, listWaiting, shiftPledgeClocks } from './reminders/reminders.sql.ts';

/** Updates a pool's pledges in the transaction in which the pool changes its status. */
export function listenToPoolFacts(context: MoneyContext): void {
  const { facts } = context;
  facts.within('pool.transitioned', async (tx, { poolId, from, to }) => {
    if (from === null) return;
    if (to === 'completed') return payCreator(context, tx, await lockPoolFunding(tx, poolId));
    const event = eventFor(from, to);
    if (event) await moveAll(context, tx, { poolId }, event);
    if (from === 'collecting' && phaseOf(to) === 'ended') await giveUpCharges(context, tx, poolId);
  });
  facts.within('pool.late_pledges_ended', (tx, { poolId, why }) =>
    endLatePledges(context, tx, poolId, why === 'left' ? 'pledge.late_ended' : 'pledge.late_taken_back'),
  );
  facts.within('content.withheld', (tx, { poolId }) => endLatePledges(context, tx, poolId, 'pledge.late_withheld'));
  facts.within('pool.content_changed', async (tx, { poolId, ownerId }) => {
    const moved = await moveAll(context, tx, { poolId, exceptFanId: ownerId }, { type: 'setup_expired' });
    await facts.publishMany(tx, 'pledge.pool_changed', moved.map(aboutIn(poolId)));
  });
  facts.on('payout_account.changed', 'pledges', async ({ userId, to }) => {
    if (to === 'ready') await resumeChargesFor(context, userId);
  });
  facts.within('pool.creator_assigned', (tx, { poolId, creatorId }) => endOwnPledge(context, tx, poolId, creatorId));
  // The pools wait for a review, but their fan is the owner of the profile now.
  facts.within('creator.code_found', async (tx, { handedOver, ...owner }) => {
    if (handedOver) await endPledgesToOwnProfile(context, tx, owner);
  });
  // Closes open pages, and cancels charges that have not begun. The end of the freeze charges these cards again.
  facts.within('pool.frozen', async (tx, { poolId }) => {
    const open = await listWithOpenPages(tx, poolId);
    await context.jobs.enqueueMany(
      tx,
      closeJob,
      open.map((pledgeId) => ({ pledgeId })),
    );
  });
  facts.within('pool.clocks_shifted', (tx, { poolId, byMs }) => resume(context, tx, poolId, byMs));
}

function eventFor(from: PoolStatus, to: PoolStatus): PledgeEvent | undefined {
  if (to === 'collecting') return { type: 'collect' };
  // The creator has been paid, so only unpaid pledges can change.
  if (from === 'completed') return { type: 'window_over' };
  if (phaseOf(to) === 'ended') return { type: 'pool_ended' };
  return from === 'collecting' ? { type: 'window_over' } : undefined;
}

/** Applies the event to these pledges of the pool, with one statement each for rows, totals, jobs and facts. */
async function moveAll(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  which: PledgesOfPool,
  event: PledgeEvent,
): Promise<readonly MovedPledge[]> {
  const { poolId } = which;
  const moved = await movePledgesOfPool(tx, which, movesOf(event));
  if (moved.length === 0) return moved;
  const share = moved.reduce<Share>(
    (sum, pledge) => addShares(addShares(sum, shareOf(pledge)), shareOf({ ...pledge, status: pledge.fromStatus }), -1),
    { pledgedCents: 0, paidCents: 0, fans: 0 },
  );
  await addToTotals(tx, poolId, share);
  const ids = (status: MovedPledge['status']) =>
    moved.filter((pledge) => pledge.status === status).map(({ id }) => ({ pledgeId: id }));
  await context.jobs.enqueueMany(tx, chargeJob, ids('charging'));
  const refunding = ids('refund_pending');
  await Promise.all(refunding.map(({ pledgeId }) => revokeAccess(tx, pledgeId)));
  await context.jobs.enqueueMany(tx, refundJob, refunding);
  // These fans may have a payment page open.
  const paying = moved.filter(({ fromStatus }) => fromStatus === 'notified' || fromStatus === 'setup_pending');
  await context.jobs.enqueueMany(
    tx,
    closeJob,
    paying.map(({ id }) => ({ pledgeId: id })),
  );
  await tellEnded(context, tx, poolId, moved);
  return moved;
}

/**
 * Releases the late pledges that are not paid yet, and tells their fans. A job closes their pages and cancels their charges. If the fan pays
 * before that, the payment finds a pledge that has ended and is refunded.
 */
async function endLatePledges(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  poolId: string,
  fact: 'pledge.late_ended' | 'pledge.late_taken_back' | 'pledge.late_withheld',
): Promise<void> {
  const moved = await moveAll(context, tx, { poolId }, { type: 'window_over' });
  await context.facts.publishMany(tx, fact, moved.map(aboutIn(poolId)));
}

/**
 * Releases the pledge of a creator to their own request, and tells them. The caller holds the pool's lock and asks the pool's lifecycle
 * afterwards, because the pool may be below its goal now.
 */
export async function endOwnPledge(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  poolId: string,
  creatorId: string,
): Promise<void> {
  const moved = await moveAll(context, tx, { poolId, onlyFanId: creatorId }, { type: 'own_request' });
  await context.facts.publishMany(tx, 'pledge.own_request', moved.map(aboutIn(poolId)));
}

async function endPledgesToOwnProfile(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  owner: { profileId: string; userId: string },
): Promise<void> {
  for (const poolId of await listPledgedForProfile(tx, owner)) {
    await lockPoolFunding(tx, poolId);
    await endOwnPledge(context, tx, poolId, owner.userId);
    await applyPoolEvent(context, tx, poolId, { type: 'pledges_changed' });
  }
}

const aboutIn =
  (poolId: string) =>
  ({ id, fanId }: MovedPledge) => ({ pledgeId: id, poolId, userId: fanId });

async function tellEnded(
  { facts }: InTransaction<MoneyContext>,
  tx: Tx,
  poolId: string,
  moved: MovedPledge[],
): Promise<void> {
  const about = (status: MovedPledge['status']) =>
    moved.filter((pledge) => pledge.status === status).map(aboutIn(poolId));
  await facts.publishMany(tx, 'pledge.released', about('released'));
  await facts.publishMany(tx, 'pledge.dropped', about('dropped'));
}

/** Cards whose charge waited for the end of a freeze have no job, which ends their pledges now. */
async function giveUpCharges({ jobs }: InTransaction<MoneyContext>, tx: Tx, poolId: string): Promise<void> {
  const charging = (await listWaiting(tx, poolId)).filter(({ status }) => status === 'charging');
  await jobs.enqueueMany(
    tx,
    chargeJob,
    charging.map(({ id }) => ({ pledgeId: id })),
  );
}

/** After a freeze: moves the deadlines of the pledges by its length and schedules their jobs again. */
async function resume(context: InTransaction<MoneyContext>, tx: Tx, poolId: string, byMs: number): Promise<void> {
  await shiftPledgeClocks(tx, poolId, byMs);
  const waiting = await listWaiting(tx, poolId);
  const charging = waiting.filter(({ status }) => status === 'charging');
  await context.jobs.enqueueMany(
    tx,
    chargeJob,
    charging.map(({ id }) => ({ pledgeId: id })),
  );
  for (const { id, status, remindAt, dueAt, setupDueAt, cardId } of waiting) {
    if (status === 'setup_pending')
      await schedulePledgeJob(context, tx, setupOverJob, id, cardId ? new Date(0) : setupDueAt);
    if (status !== 'notified') continue;
    if (remindAt && dueAt && remindAt < dueAt) await schedulePledgeJob(context, tx, remindJob, id, remindAt);
    await schedulePledgeJob(context, tx, cardRetryJob, id, await cardRetryAt(tx, id, context.config.windows.paymentMs));
  }
}
