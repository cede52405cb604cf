import { setTimeout as sleep } from 'node:timers/promises';
import { publishFile } from '#server/delivery/publish-file.ts';
import { readAllDeliveries } from '#server/delivery/read-deliveries.ts';
import { submitContent } from '#server/delivery/submit-content.ts';
import { actOnPoolAsAdmin } from '#server/moderation/act-on-pool-as-admin.ts';
import { reviewClaim } from '#server/moderation/review-claim.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { sendPayoutPart } from '#server/money/payouts/send-payout-part.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { declinePool, giveUpPool } from '#server/pools/lifecycle/answer-as-creator.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import { cancelPool } from '#server/pools/lifecycle/cancel-pool.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { expireDeadlines, isMoneyUnderWay, openPayoutParts, pendingClaim } from './demo.sql.ts';
import { setClock } from './demo-clock.sql.ts';
import { uploadDemoFiles } from './demo-deliveries.ts';
import { reaches, type StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

import { mapConcurrently } from './map-concurrently.ts';

const maxConcurrent = 4;
const pollMs = 10;
const settleWithinMs = 60_000;

/** Something that happens to a pool. */
interface Step {
  daysAgo: number;
  run(): Promise<unknown>;
}

/**
 * Brings each pool to its final state through the operations that people use. The steps of all pools follow each other in the order of
 * the history, and the demo's clock shows the time of each step, so that the ledger grows in the order of its dates.
 */
export async function endDemoPools(context: MoneyContext, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const steps = pools.flatMap((pool) => stepsOf(context, people, pool));
  for (const { daysAgo, run } of steps.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    await setClock(context.db.sql, daysAgo);
    await run();
  }
  await chainJournals(context);
  await setClock(context.db.sql, 0);
  await mapConcurrently(pools, maxConcurrent, async ({ demo, id: poolId }) => {
    if (demo.highlighted) await actOnPoolAsAdmin(context, people.admin, '', { poolId, action: 'highlight' });
    if (demo.frozen)
      await actOnPoolAsAdmin(context, people.admin, '', { poolId, action: 'freeze', reason: demo.frozen });
  });
  await context.jobs.drain();
}

function stepsOf(context: MoneyContext, people: DemoPeople, pool: StagedPool): Step[] {
  const { demo, history } = pool;
  const { end } = demo;
  const steps: Step[] = [];
  const add = (daysAgo: number, run: Step['run']) => steps.push({ daysAgo, run });
  const early = endEarly(context, people, pool);
  if (early) add(history.endedEarly, early);
  if (end === 'shortfall' || end === 'refunded' || reaches(end, 'accepted')) {
    add(history.accepted, () => accept(context, people, pool));
  }
  if (end === 'shortfall') add(history.accepted, () => expireNow(context, pool.id));
  if (end === 'refunded') add(history.givenUp, () => giveUp(context, people, pool));
  if (reaches(end, 'delivery_review')) add(history.submitted, () => submit(context, people, pool));
  if (reaches(end, 'delivered')) add(history.approved, () => approve(context, people, pool));
  if (end === 'completed') add(history.completed, () => complete(context, people, pool));
  if (end === 'completed') add(history.paidOut, () => payOut(context, pool));
  return steps;
}

/** How the pool ends before its creator accepts it; undefined if it does not. */
function endEarly(context: MoneyContext, people: DemoPeople, pool: StagedPool): Step['run'] | undefined {
  const { id, owner, demo } = pool;
  const { note = '' } = demo;
  switch (demo.end) {
    case 'expired':
    case 'lapsed':
      return () => expireNow(context, id);
    case 'cancelled':
      return () => cancelPool(context, owner, '', { key: id, reason: note });
    case 'declined':
      return () => declinePool(context, creatorOf(people, pool), id, note);
    case 'removed':
      return () => actOnPoolAsAdmin(context, people.admin, '', { poolId: id, action: 'remove', reason: note });
    default:
      return undefined;
  }
}

function creatorOf({ creators }: DemoPeople, { demo }: StagedPool): Actor {
  const creator = demo.creator ? creators.get(demo.creator) : undefined;
  if (!creator) throw new Error(`the demo pool "${demo.title}" needs a creator with an account`);
  return creator;
}

/**
 * Waits until jobs have charged the pledges of a pool, or have sent its refunds or its payout, so that the clock moves on only then. The
 * notices about it may follow during later steps.
 */
async function settle(context: MoneyContext, poolId: string): Promise<void> {
  await pollUntil(async () => !(await isMoneyUnderWay(context.db.sql, poolId)));
}

async function pollUntil(isDone: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + settleWithinMs;
  while (!(await isDone())) {
    if (Date.now() > endMs) throw new Error('the money of a demo pool did not settle in time');
    await sleep(pollMs);
  }
}

async function accept(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  const { goal, end } = pool.demo;
  // For a shortfall the floor equals the goal, so that a missing payment leaves the paid sum below it.
  const floorCents = goal * (end === 'shortfall' ? 100 : 60);
  await acceptPool(context, creatorOf(people, pool), pool.id, { deliveryDays: 21, floorCents });
  await settle(context, pool.id);
}

async function giveUp(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  await giveUpPool(context, creatorOf(people, pool), pool.id);
  await settle(context, pool.id);
}

async function submit(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  const creator = creatorOf(people, pool);
  const { note, text, files = [] } = pool.demo;
  const uploadIds = await uploadDemoFiles(context, { ownerId: creator.userId, poolId: pool.id, files });
  await submitContent(context, creator, {
    poolId: pool.id,
    note: note ?? 'Here it is! Thanks for asking.',
    text:
      text ??
      'It took three evenings and a neighbor with a ladder. The full version is at the link. Please keep it to yourselves for a while.',
    links: [`https://${creator.username.replaceAll('_', '-')}.example/for-fans`],
    uploadIds,
  });
}

async function approve(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  const id = await pendingClaim(context.db.sql, pool.id);
  if (!id) throw new Error(`the demo pool "${pool.demo.title}" has no pending delivery`);
  await reviewClaim(context, people.admin, '', 'contentClaim', { id, status: 'approved' });
}

async function complete(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  await expireNow(context, pool.id);
  await settle(context, pool.id);
  if (pool.demo.publicFiles) await publishFiles(context, creatorOf(people, pool), pool.id);
}

/** Asks the card processor about the transfers, as the reconciler does. The demo skips the webhook that would report their arrival. */
async function payOut(context: MoneyContext, { id }: StagedPool): Promise<void> {
  await pollUntil(async () => {
    const parts = await openPayoutParts(context.db.sql, id);
    for (const part of parts) await sendPayoutPart(context, part);
    return parts.length === 0;
  });
}

async function publishFiles(context: MoneyContext, creator: Actor, poolId: string): Promise<void> {
  for (const { files } of await readAllDeliveries(context.db.sql, poolId)) {
    for (const { id } of files) await publishFile(context, creator, id);
  }
}

async function expireNow(context: MoneyContext, poolId: string): Promise<void> {
  await context.db.tx((tx) => expireDeadlines(tx, poolId));
  await applyPoolDeadline(context, poolId);
}
