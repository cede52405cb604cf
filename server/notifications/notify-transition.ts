import { t } from '#contract/language/text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { accountReminder } from './account-notices.ts';
import { type Notice, nameOfPool, requestLink } from './notice.ts';
import { findPledgeOf, findPool, listFans, listPoolFollowers, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { unlinkRemovedPool } from './notifications.sql.ts';
import { notify } from './notify.ts';
import { poolNotices } from './pool-notices.ts';
import type { PoolNotices, PoolTransition } from './pool-transition.ts';

export interface PoolTransitionPayload extends PoolTransition {
  poolId: string;
  /** Makes two visits to the same state distinct. */
  moveId: number | 'account';
  at?: string;
}

export interface FanBatch {
  poolId: string;
  cause: string;
  move: PoolTransition;
  only: 'all' | NonNullable<PoolNotices['fansOnly']> | 'followers';
  afterId: string | null;
}

const batchSize = 200;

/**
 * Sends the notices of a transition: to owner, creator and admins now, to the fans and followers in batches as
 * separate jobs.
 */
export async function notifyTransition(
  context: Platform,
  fans: JobKind<FanBatch>,
  move: PoolTransitionPayload,
): Promise<void> {
  const pool = await findPool(context.db.sql, move.poolId);
  if (!pool) return;
  // Each person's notice is composed again, in their language.
  const notices = poolNotices(pool, move);
  const cause = `${pool.id}:${occasionOf(move)}`;
  await context.db.tx(async (tx) => {
    if (move.to === 'removed') await unlinkRemovedPool(tx, pool.id);
    if (notices.creator)
      await notifyUser(context, tx, pool.assignedCreatorId, () => poolNotices(pool, move).creator, cause);
    // An owner who is also the assigned creator gets only the creator's notice.
    if (notices.owner && !(notices.creator && pool.ownerId === pool.assignedCreatorId)) {
      const pledge = await findPledgeOf(tx, pool.id, pool.ownerId);
      await notifyUser(context, tx, pool.ownerId, () => poolNotices(pool, move).owner?.(pledge), cause);
    }
    if (notices.admins) {
      const compose = () => poolNotices(pool, move).admins;
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, compose, cause);
    }
    await enqueueBatches(context, tx, fans, { pool, notices, cause, move });
  });
}

/** A pool can meet its goal any number of times a day, because any fan can lower and raise a pledge. People hear of it once a day. */
function occasionOf({ to, moveId, at }: PoolTransitionPayload): string {
  return to === 'goal_met' && at ? at.slice(0, 'YYYY-MM-DD'.length) : String(moveId);
}

interface FanNotices {
  pool: PoolRow;
  notices: PoolNotices;
  cause: string;
  move: PoolTransition;
}

/** Enqueues the first batch of the fans and of the followers, if they get a notice. */
async function enqueueBatches(
  context: InTransaction<Platform>,
  tx: Tx,
  fans: JobKind<FanBatch>,
  { pool, notices, cause, move: { from, to, event, reason } }: FanNotices,
): Promise<void> {
  const batch = {
    poolId: pool.id,
    cause: notices.fansOnce ? pool.id : cause,
    move: { from, to, event, reason },
    afterId: null,
  };
  if (notices.fans) await context.jobs.enqueue(tx, fans, { ...batch, only: notices.fansOnly ?? 'all' });
  if (notices.followers) await context.jobs.enqueue(tx, fans, { ...batch, only: 'followers' });
}

async function notifyUser(
  context: InTransaction<Platform>,
  tx: Tx,
  userId: string | null,
  compose: () => Notice | undefined,
  cause: string,
): Promise<void> {
  const recipient = userId ? await findRecipient(tx, userId) : undefined;
  if (recipient) await notify(context, tx, recipient, compose, cause);
}

/** Notifies one batch of fans or followers and enqueues the next batch. */
export async function notifyFans(context: Platform, self: () => JobKind<FanBatch>, batch: FanBatch): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, batch.poolId);
    const notices = pool && poolNotices(pool, batch.move);
    if (!notices) return;
    const { only } = batch;
    const ids =
      only === 'followers'
        ? await notifyFollowers(context, tx, { pool, notices, batch })
        : await notifyPledged(context, tx, { pool, notices, batch: { ...batch, only } });
    const afterId = ids.at(-1);
    if (afterId && ids.length === batchSize) await context.jobs.enqueue(tx, self(), { ...batch, afterId });
  });
}

/** Returns the ids of the batch. */
async function notifyPledged(
  context: InTransaction<Platform>,
  tx: Tx,
  {
    pool,
    notices,
    batch,
  }: { pool: PoolRow; notices: PoolNotices; batch: FanBatch & { only: Exclude<FanBatch['only'], 'followers'> } },
): Promise<string[]> {
  if (!notices.fans) return [];
  const fans = await listFans(tx, { ...batch, limit: batchSize });
  for (const { email, locale, ...pledge } of fans) {
    if (notices.fansExcept?.includes(pledge.fanId)) continue;
    const compose = () => poolNotices(pool, batch.move).fans?.(pledge);
    await notify(context, tx, { id: pledge.fanId, email, locale }, compose, batch.cause);
  }
  return fans.map(({ fanId }) => fanId);
}

/** Leaves out people who have another notice about the same transition. Returns the ids of the batch. */
async function notifyFollowers(
  context: InTransaction<Platform>,
  tx: Tx,
  { pool, notices, batch }: { pool: PoolRow; notices: PoolNotices; batch: FanBatch },
): Promise<string[]> {
  // The page of a pool that was removed since then is closed to followers.
  if (!notices.followers || pool.status === 'removed') return [];
  const { poolId, afterId, cause } = batch;
  const except = notices.fansOnly ?? 'all';
  const followers = await listPoolFollowers(tx, { poolId, afterId, except, limit: batchSize });
  const compose = () => poolNotices(pool, batch.move).followers;
  const others = [pool.assignedCreatorId, ...(notices.owner ? [pool.ownerId] : [])];
  for (const { skipped, ...recipient } of followers) {
    if (!skipped && !others.includes(recipient.id)) await notify(context, tx, recipient, compose, cause);
  }
  return followers.map(({ id }) => id);
}

/** Notifies a creator who got a pool by an edit after its goal was met; once, however often the owner gives it to them. */
export async function notifyAskedCreator(
  context: Platform,
  { poolId, creatorId }: { poolId: string; creatorId: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    if (pool?.assignedCreatorId !== creatorId) return;
    const move = { from: 'goal_met', to: 'goal_met', event: 'edit', reason: null } as const;
    await notifyUser(context, tx, creatorId, () => poolNotices(pool, move).creator, `${poolId}:asked`);
  });
}

/** Reminds the assigned creator to set up payouts. */
export async function remindOfAccount(context: Platform, reminder: { poolId: string; step: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, reminder.poolId);
    if (!pool?.accountDueAt || pool.status !== 'accepted' || pool.frozen) return;
    const cause = `${pool.id}:${reminder.step}:${pool.accountDueAt.toISOString()}`;
    const { accountDueAt } = pool;
    await notifyUser(context, tx, pool.assignedCreatorId, () => accountReminder(pool, accountDueAt), cause);
  });
}

/** Reminds the assigned creator to answer. `step` makes the first and the last reminder distinct. */
export async function remindCreator(context: Platform, reminder: { poolId: string; step: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, reminder.poolId);
    const creator = pool?.assignedCreatorId ? await findRecipient(tx, pool.assignedCreatorId) : undefined;
    if (!pool || !creator || !pool.responseDueAt || pool.status !== 'goal_met' || pool.frozen) return;
    const { responseDueAt } = pool;
    const cause = `${pool.id}:${reminder.step}:${responseDueAt.toISOString()}`;
    await notify(context, tx, creator, () => responseReminder(pool, responseDueAt), cause);
  });
}

export const responseReminder = (pool: PoolRow, responseDueAt: Date): Notice => ({
  kind: 'response_reminder',
  title: t`Fans are waiting for your answer`,
  body: t`${{ pool: nameOfPool(pool) }} holds ${{ amount: formatMoney(pool.pledgedCents) }} in pledges. If you don’t answer by ${{ date: fullDate(responseDueAt) }}, the pool lapses and no card is charged.`,
  ...requestLink(pool),
});
