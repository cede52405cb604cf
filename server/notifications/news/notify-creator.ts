import { findPool } from '#server/notifications/notice-pools.sql.ts';
import { notify } from '#server/notifications/notify.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { scheduleBackers } from './backer-digests.sql.ts';
import {
  findActiveRecipient,
  findFanOf,
  findOwnerName,
  findPledgeNews,
  markFirstPledge,
  markTold,
  type PledgeNews,
  raiseStep,
  startNewsAt,
} from './creator-news.sql.ts';
import { firstPledge, goalProgress, requestOpened, stepOf } from './creator-notices.ts';

/**
 * Notifies the creator that a pool asks them. Pools that ask no creator who can accept notify no one. A pool that met its goal meanwhile
 * has a notice about that.
 */
export async function notifyRequest(context: Platform, poolId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, poolId);
    const creatorId = pool?.assignedCreatorId;
    if (!pool || !creatorId || creatorId === pool.ownerId || pool.status !== 'open' || pool.frozen) return;
    const creator = await findActiveRecipient(tx, creatorId);
    if (!creator) return;
    const owner = await findOwnerName(tx, poolId, creatorId);
    const told = await notify(context, tx, creator, () => requestOpened(pool, owner), poolId);
    if (told?.reached) await markTold(tx, poolId, creatorId);
  });
}

/** Remembers, in the transaction of the assignment, that what the pool has reached so far is no news for its new creator. */
export async function startCreatorNews(tx: Tx, poolId: string, creatorId: string): Promise<void> {
  await startNewsAt(tx, poolId, creatorId, stepOf);
}

/**
 * Notifies the creator of the first pledge and of the shares of the goal, and schedules their digest. Late pledges are only in the digest,
 * and `paid` pledges only if they are late.
 */
export async function notifyCreatorOfPledge(context: Platform, pledgeId: string, { paid = false } = {}): Promise<void> {
  const news = await findPledgeNews(context.db.sql, pledgeId, { onlyLate: paid });
  if (!news) return;
  const step = news.isFunding ? stepOf(news) : 0;
  const isFirst = news.isFunding && !news.hadFirst;
  if (!isFirst && step <= news.step && news.hasDigest) return;
  await context.db.tx(async (tx) => {
    if (isFirst) await notifyFirstPledge(context, tx, pledgeId, news);
    if (step > news.step && (await raiseStep(tx, news.poolId, news.creatorId, step))) {
      await notifyStep(context, tx, news, step);
    }
    // Last, because this may wait for a node that sends the digest.
    if (!news.hasDigest) await scheduleBackers(tx, news.creatorId, pledgeId);
  });
}

async function notifyFirstPledge(
  context: InTransaction<Platform>,
  tx: Tx,
  pledgeId: string,
  { poolId, creatorId }: PledgeNews,
): Promise<void> {
  if (!(await markFirstPledge(tx, poolId, creatorId))) return;
  const pool = await findPool(tx, poolId);
  const fan = await findFanOf(tx, pledgeId, creatorId);
  const creator = await findActiveRecipient(tx, creatorId);
  if (!pool || !fan || !creator) return;
  const told = await notify(context, tx, creator, () => firstPledge(pool, fan), poolId);
  if (told?.reached) await markTold(tx, poolId, creatorId);
}

async function notifyStep(
  context: InTransaction<Platform>,
  tx: Tx,
  { poolId, creatorId }: PledgeNews,
  step: ReturnType<typeof stepOf>,
): Promise<void> {
  const pool = await findPool(tx, poolId);
  const creator = await findActiveRecipient(tx, creatorId);
  // The goal itself has its own notice.
  if (!pool || !creator || step === 0 || step === 100) return;
  const told = await notify(context, tx, creator, () => goalProgress(pool, step), `${poolId}:${step}`);
  if (told?.reached) await markTold(tx, poolId, creatorId);
}
