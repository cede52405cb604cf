import { publishFile } from '#server/delivery/publish-file.ts';
import { readAllDeliveries } from '#server/delivery/read-deliveries.ts';
import { submitContent } from '#server/delivery/submit-content.ts';
import { actOnPoolAsAdmin } from '#server/moderation/act-on-pool-as-admin.ts';
import { reviewClaim } from '#server/moderation/review-claim.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import { cancelPool } from '#server/pools/lifecycle/cancel-pool.ts';
import { declinePool } from '#server/pools/lifecycle/decline-pool.ts';
import { giveUpPool } from '#server/pools/lifecycle/give-up-pool.ts';
import { expireDeadlines, pendingClaim } from './demo.sql.ts';
import type { DemoEnd } from './demo-content.ts';
import { uploadDemoFiles } from './demo-deliveries.ts';
import type { DemoPeople } from './demo-people.ts';
import type { StagedPool } from './demo-pools.ts';
import { mapConcurrently } from './map-concurrently.ts';

/** The states on the way to the payout, in order. */
const steps: DemoEnd[] = ['accepted', 'payment_due', 'in_production', 'delivery_review', 'delivered', 'completed'];
const reaches = (end: DemoEnd, step: DemoEnd) => steps.includes(end) && steps.indexOf(end) >= steps.indexOf(step);
const maxConcurrent = 4;

/** Brings each pool to its final state through the operations that people use. All pools take each step together. */
export async function endDemoPools(context: MoneyContext, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const each = (fits: (pool: StagedPool) => boolean, work: (pool: StagedPool) => Promise<unknown>) =>
    mapConcurrently(pools.filter(fits), maxConcurrent, work);
  await each(
    () => true,
    (pool) => answer(context, people, pool),
  );
  // Jobs charge the pledges.
  await context.jobs.drain();
  await each(
    ({ demo }) => reaches(demo.end, 'delivery_review'),
    (pool) => deliver(context, people, pool),
  );
  await each(
    ({ demo }) => demo.end === 'shortfall',
    (pool) => expireNow(context, pool.id),
  );
  await each(
    ({ demo }) => demo.end === 'refunded',
    (pool) => giveUpPool(context, creatorOf(people, pool), pool.id),
  );
  await each(
    ({ demo }) => demo.end === 'completed',
    (pool) => expireNow(context, pool.id),
  );
  await each(
    ({ demo }) => demo.publicFiles === true,
    (pool) => publishFiles(context, creatorOf(people, pool), pool.id),
  );
  for (const { demo, id: poolId } of pools) {
    if (demo.highlighted) await actOnPoolAsAdmin(context, people.admin, '', { poolId, action: 'highlight' });
    if (demo.frozen)
      await actOnPoolAsAdmin(context, people.admin, '', { poolId, action: 'freeze', reason: demo.frozen });
  }
  // Jobs also send the refunds and payouts.
  await context.jobs.drain();
}

function creatorOf({ creators }: DemoPeople, { demo }: StagedPool): Actor {
  const creator = demo.creator ? creators.get(demo.creator) : undefined;
  if (!creator) throw new Error(`the demo pool "${demo.title}" needs a creator with an account`);
  return creator;
}

async function answer(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<unknown> {
  const { id, owner } = pool;
  const { end, goal, note = '' } = pool.demo;
  if (end === 'expired' || end === 'lapsed') return expireNow(context, id);
  if (end === 'cancelled') return cancelPool(context, owner, '', { key: id, reason: note });
  if (end === 'declined') return declinePool(context, creatorOf(people, pool), id, note);
  if (end === 'removed') {
    return actOnPoolAsAdmin(context, people.admin, '', { poolId: id, action: 'remove', reason: note });
  }
  const short = end === 'shortfall';
  if (!short && end !== 'refunded' && !reaches(end, 'accepted')) return undefined;
  // For a shortfall the floor equals the goal, so that a missing payment leaves the paid sum below it.
  const floorCents = goal * (short ? 100 : 60);
  return acceptPool(context, creatorOf(people, pool), id, { deliveryDays: 21, floorCents });
}

async function deliver(context: MoneyContext, people: DemoPeople, pool: StagedPool): Promise<void> {
  const creator = creatorOf(people, pool);
  const { end, note, text, files = [] } = pool.demo;
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
  if (!reaches(end, 'delivered')) return;
  const id = await pendingClaim(context.db.sql, pool.id);
  if (!id) throw new Error(`the demo pool "${pool.demo.title}" has no pending delivery`);
  await reviewClaim(context, people.admin, '', 'contentClaim', { id, status: 'approved' });
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
